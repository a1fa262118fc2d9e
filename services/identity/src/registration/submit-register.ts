import { AccountExists } from '@portal/service-kit/ports/identity-admin'
import type { Interaction } from 'oidc-provider'
import type { Account } from '../accounts/account-store.ts'
import { addressKey } from '../login/login-throttle.ts'
import type { LoginDeps } from '../login/submit-login.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import type { VerificationMails } from '../verification/verification-mails.ts'
import { type ProfileValues, passwordErrors, profileErrors, readProfile } from './profile-form.ts'
import { type ProfileErrors, registerPage } from './register-page.ts'

export interface RegisterDeps extends LoginDeps {
  readonly mails: VerificationMails
}

const registrationsAllowed = 50
const nobody: ProfileValues = { firstName: '', lastName: '', email: '' }

export function showRegister(ctx: PageContext, deps: RegisterDeps, { uid }: Interaction): void {
  respond(ctx, deps, { uid, status: 200, values: nobody, errors: {} })
}

/** Creates the account, mails the verification link, and logs in. */
export async function submitRegister(
  ctx: PageContext,
  deps: RegisterDeps,
  { uid }: Interaction,
): Promise<void> {
  const fields = await deps.guard.read(ctx, uid)
  const values = readProfile(fields)
  const password = fields.get('password') ?? ''
  const about = [values.firstName, values.lastName, values.email]
  const errors = { ...profileErrors(values), ...passwordErrors(password, about) }
  if (Object.keys(errors).length > 0) return respond(ctx, deps, { uid, status: 422, values, errors })
  const seconds = await deps.throttle.admit([
    { key: `register:${addressKey(ctx.ip)}`, allowed: registrationsAllowed },
  ])
  if (seconds > 0) {
    ctx.set('retry-after', String(seconds))
    const alert = 'Too many accounts were created from your network. Try again in a while.'
    return respond(ctx, deps, { uid, status: 429, values, errors, alert })
  }
  const account = await create(deps, values, password)
  if (!account) {
    const taken = { email: 'This e-mail has an account. Sign in instead.' }
    return respond(ctx, deps, { uid, status: 409, values, errors: taken })
  }
  deps.mails.sendSoon(account)
  await deps.signIn(ctx, account.subject)
}

async function create(deps: RegisterDeps, values: ProfileValues, password: string): Promise<Account | null> {
  try {
    return await deps.accounts.create({ username: values.email, ...values, password, emailVerified: false })
  } catch (error) {
    if (error instanceof AccountExists) return null
    throw error
  }
}

interface FormState {
  readonly uid: string
  readonly status: number
  readonly values: ProfileValues
  readonly errors: ProfileErrors
  readonly alert?: string
}

function respond(ctx: PageContext, { site, guard }: RegisterDeps, view: FormState): void {
  const { uid, status, ...rest } = view
  const signInAction = `${site.base}/interaction/${uid}`
  sendPage(ctx, status, registerPage(site, { signInAction, token: guard.token(uid), ...rest }))
}
