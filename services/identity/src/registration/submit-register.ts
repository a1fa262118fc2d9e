import { AccountExists } from '@portal/service-kit/ports/identity-admin'
import type { Interaction } from 'oidc-provider'
import type { Account } from '../accounts/account-store.ts'
import { addressKey } from '../login/attempt-keys.ts'
import type { LoginDeps } from '../login/submit-login.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import type { VerificationMails } from '../verification/verification-mails.ts'
import { type PersonValues, passwordErrors, personErrors, readPerson } from './person-form.ts'
import { type PersonErrors, registerPage } from './register-page.ts'

/** What registration works with. */
export interface RegisterDeps extends LoginDeps {
  readonly mails: VerificationMails
}

const registrationsAllowed = 50
const nobody: PersonValues = { firstName: '', lastName: '', email: '' }

/** Shows the empty form. */
export function showRegister(ctx: PageContext, deps: RegisterDeps, { uid }: Interaction): void {
  answer(ctx, deps, { uid, status: 200, values: nobody, errors: {} })
}

/** Makes the account, mails the link that verifies its address, and signs the person in. */
export async function submitRegister(
  ctx: PageContext,
  deps: RegisterDeps,
  { uid }: Interaction,
): Promise<void> {
  const fields = await deps.guard.read(ctx, uid)
  const values = readPerson(fields)
  const password = fields.get('password') ?? ''
  const about = [values.firstName, values.lastName, values.email]
  const errors = { ...personErrors(values), ...passwordErrors(password, about) }
  if (Object.keys(errors).length > 0) return answer(ctx, deps, { uid, status: 422, values, errors })
  const seconds = await deps.throttle.admit([
    { key: `register:${addressKey(ctx.ip)}`, allowed: registrationsAllowed },
  ])
  if (seconds > 0) {
    ctx.set('retry-after', String(seconds))
    const alert = 'Too many accounts were created from your network. Try again in a while.'
    return answer(ctx, deps, { uid, status: 429, values, errors, alert })
  }
  const account = await create(deps, values, password)
  if (!account) {
    const taken = { email: 'This e-mail has an account. Sign in instead.' }
    return answer(ctx, deps, { uid, status: 409, values, errors: taken })
  }
  deps.mails.sendSoon(account)
  await deps.signIn(ctx, account.subject)
}

async function create(deps: RegisterDeps, values: PersonValues, password: string): Promise<Account | null> {
  try {
    return await deps.accounts.create({ username: values.email, ...values, password, emailVerified: false })
  } catch (error) {
    if (error instanceof AccountExists) return null
    throw error
  }
}

interface Answer {
  readonly uid: string
  readonly status: number
  readonly values: PersonValues
  readonly errors: PersonErrors
  readonly alert?: string
}

function answer(ctx: PageContext, { site, guard }: RegisterDeps, view: Answer): void {
  const { uid, status, ...rest } = view
  const signInAction = `${site.base}/interaction/${uid}`
  sendPage(ctx, status, registerPage(site, { signInAction, token: guard.token(uid), ...rest }))
}
