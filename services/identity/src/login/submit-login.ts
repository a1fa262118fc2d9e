import { html } from '@portal/service-kit/html'
import type { Interaction } from 'oidc-provider'
import type { PageDeps } from '../page-deps.ts'
import { form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import { accountKey, addressCounter } from './login-throttle.ts'

/** Prefills the name that the client suggests. */
export function showLogin(ctx: PageContext, deps: PageDeps, interaction: Interaction): void {
  const hint = interaction.params.login_hint
  respond(ctx, deps, { uid: interaction.uid, status: 200, username: typeof hint === 'string' ? hint : '' })
}

/** Checks name and password; the response never says which of them is wrong. */
export async function submitLogin(ctx: PageContext, deps: PageDeps, { uid }: Interaction): Promise<void> {
  const fields = await deps.guard.read(ctx, uid)
  const username = fields.get('username') ?? ''
  const password = fields.get('password') ?? ''
  const errors = {
    ...(username.trim() === '' ? { username: 'Enter your e-mail or user name.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
  if (Object.keys(errors).length > 0) return respond(ctx, deps, { uid, status: 422, username, errors })
  const keys = { account: accountKey(username), address: addressCounter(ctx.ip) }
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
  await signIn(ctx, deps, account.subject)
}

/** Ends the interaction with a login, without a lasting cookie, and redirects the browser. */
export async function signIn(ctx: PageContext, { provider }: PageDeps, subject: string): Promise<void> {
  // `remember: false`: a session cookie. The server's own limits end the session earlier.
  const login = { accountId: subject, remember: false, amr: ['pwd'] }
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }))
  ctx.status = 303
  ctx.body = ''
}

const wrongCredentials = 'The e-mail, user name or password is not right.'
const disabled = 'This account has been disabled. Ask your administrator.'

function waitMessage(seconds: number): string {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `Too many attempts did not succeed. Try again in ${wait}.`
}

interface LoginView {
  readonly uid: string
  readonly username: string
  readonly alert?: string
  readonly errors?: { readonly username?: string; readonly password?: string }
}

function respond(ctx: PageContext, deps: PageDeps, view: LoginView & { readonly status: number }): void {
  sendPage(ctx, view.status, loginPage(deps.site, deps.guard.token(view.uid), view))
}

function loginPage(site: Site, token: string, { uid, username, alert, errors = {} }: LoginView): string {
  const action = `${site.base}/interaction/${uid}`
  const isNamed = username !== ''
  return page(site, {
    heading: 'Sign in',
    body: html`<p class="lead">Use the account that you have for the portal.</p>
${form({
  ...{ action, token, alert },
  fields: [
    {
      name: 'username',
      label: 'E-mail or user name',
      type: 'text',
      autocomplete: 'username',
      value: username,
      lengthMax: 254,
      error: errors.username,
      isFocused: !isNamed,
    },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      error: errors.password,
      isFocused: isNamed,
    },
  ],
  submit: 'Sign in',
})}
<p class="other">New to the portal? <a href="${action}/register">Create an account</a></p>`,
  })
}
