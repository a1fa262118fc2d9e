import type { Interaction } from 'oidc-provider'
import type { AccountStore } from '../accounts/account-store.ts'
import type { FormGuard } from '../pages/form-guard.ts'
import type { Site } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import { type LoginView, loginPage } from './login-page.ts'
import { accountKey, addressKey, type LoginThrottle } from './login-throttle.ts'

export interface LoginDeps {
  readonly site: Site
  readonly guard: FormGuard
  readonly accounts: AccountStore
  readonly throttle: LoginThrottle
  /** Ends the interaction with a login and redirects the browser. */
  readonly signIn: (ctx: PageContext, subject: string) => Promise<void>
}

/** Prefills the name that the client suggests. */
export function showLogin(ctx: PageContext, deps: LoginDeps, interaction: Interaction): void {
  const hint = interaction.params.login_hint
  respond(ctx, deps, { uid: interaction.uid, status: 200, username: typeof hint === 'string' ? hint : '' })
}

/** Checks name and password; the response never says which of them is wrong. */
export async function submitLogin(
  ctx: PageContext,
  deps: LoginDeps,
  interaction: Interaction,
): Promise<void> {
  const { uid } = interaction
  const fields = await deps.guard.read(ctx, uid)
  const username = fields.get('username') ?? ''
  const password = fields.get('password') ?? ''
  const errors = {
    ...(username.trim() === '' ? { username: 'Enter your e-mail or user name.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
  if (Object.keys(errors).length > 0) return respond(ctx, deps, { uid, status: 422, username, errors })
  const keys = { account: accountKey(username), address: addressKey(ctx.ip) }
  const seconds = await deps.throttle.admit([
    { key: keys.account, allowed: 10 },
    { key: keys.address, allowed: 10 },
  ])
  if (seconds > 0) {
    ctx.set('retry-after', String(seconds))
    return respond(ctx, deps, { uid, status: 429, username, alert: waitMessage(seconds) })
  }
  const account = await deps.accounts.authenticate(username, password)
  if (!account) return respond(ctx, deps, { uid, status: 401, username, alert: wrongCredentials })
  if (account.isDisabled) return respond(ctx, deps, { uid, status: 403, username, alert: disabled })
  await deps.throttle.succeeded(keys)
  await deps.signIn(ctx, account.subject)
}

const wrongCredentials = 'The e-mail, user name or password is not right.'
const disabled = 'This account has been disabled. Ask your administrator.'

function waitMessage(seconds: number): string {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `Too many attempts did not succeed. Try again in ${wait}.`
}

interface FormState extends Partial<Pick<LoginView, 'alert' | 'errors'>> {
  readonly uid: string
  readonly status: number
  readonly username: string
}

function respond(ctx: PageContext, { site, guard }: LoginDeps, view: FormState): void {
  const { uid, status, username, alert, errors = {} } = view
  const action = `${site.base}/interaction/${uid}`
  sendPage(ctx, status, loginPage(site, { action, token: guard.token(uid), username, alert, errors }))
}
