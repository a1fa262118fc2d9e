import { html } from '@portal/service-kit/html'
import { sleep } from '@portal/service-kit/sleep'
import type { Interaction } from 'oidc-provider'
import { type Account, type Challenge, normalLoginName } from '../accounts/account-store.ts'
import type { HashingTurn } from '../accounts/password-hash.ts'
import { interactionOf } from '../interaction.ts'
import type { PageDeps } from '../page-deps.ts'
import { form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'
import { type PageContext, sendPage, visitorOf } from '../pages/page-context.ts'
import { LaneFull } from './login-lane.ts'
import type { CountedAttempt } from './login-throttle.ts'

/** Prefills the name that the client suggests. */
export function showLogin(ctx: PageContext, deps: PageDeps, interaction: Interaction): void {
  const hint = interaction.params.login_hint
  respond(ctx, deps, { uid: interaction.uid, status: 200, username: typeof hint === 'string' ? hint : '' })
}

/**
 * Checks name and password; the response never says which of them is wrong. Only what needs no
 * database comes before the lanes, so that a storm is refused cheaply.
 */
export async function submitLogin(ctx: PageContext, deps: PageDeps, uid: string): Promise<void> {
  const fields = await deps.guard.read(ctx, uid)
  const username = fields.get('username') ?? ''
  const password = fields.get('password') ?? ''
  const errors = {
    ...(username.trim() === '' ? { username: 'Enter your e-mail or user name.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
  if (Object.keys(errors).length > 0) return respond(ctx, deps, { uid, status: 422, username, errors })
  const answer = await attempt(ctx, deps, { uid, username, password })
  if (answer.kind === 'right') return signIn(ctx, deps, answer.subject)
  if (answer.retrySeconds !== undefined) ctx.set('retry-after', String(answer.retrySeconds))
  respond(ctx, deps, { uid, username, status: answer.status, alert: answer.alert })
}

interface Credentials {
  readonly uid: string
  readonly username: string
  readonly password: string
}

type Answer =
  | { readonly kind: 'right'; readonly subject: string }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly alert: string
      readonly retrySeconds?: number
    }

/** Strangers wait among themselves, so that no storm of theirs reaches a known browser. */
async function attempt(ctx: PageContext, deps: PageDeps, credentials: Credentials): Promise<Answer> {
  const { uid, username, password } = credentials
  const { accounts, browsers, lanes, throttle } = deps
  const { ip } = ctx
  const asker = visitorOf(ctx)
  try {
    // Without its cookie a storm is refused before the database is asked.
    const known = browsers.isAny(ctx) ? await accounts.challenge(username) : null
    const browser = known?.account && browsers.counterOf(ctx, known.account.subject)
    if (known?.account && browser)
      return await lanes.known.run({ ...asker, account: known.account.subject }, async (displaced) => {
        await interactionOf(ctx, deps, uid)
        const counted = await throttle.countKnown(browser)
        return judge({ ...known, password, counted, turn: { lane: 'known', signal: displaced } })
      })
    return await lanes.strangers.run({ ...asker, account: normalLoginName(username) }, async (displaced) => {
      await interactionOf(ctx, deps, uid)
      const challenge = known ?? (await accounts.challenge(username))
      const subject = challenge.account?.subject ?? null
      const counted = await throttle.countStranger({ name: username, subject, ip })
      return judge({ ...challenge, password, counted, turn: { lane: 'strangers', signal: displaced } })
    })
  } catch (error) {
    if (!(error instanceof LaneFull)) throw error
    return { kind: 'refused', ...loginsCrowded }
  }
}

interface Judged extends Challenge {
  readonly password: string
  readonly counted: CountedAttempt
  readonly turn: HashingTurn
}

async function judge({ account, isRight, password, counted, turn }: Judged): Promise<Answer> {
  if (counted.pauseSeconds > 0) return { kind: 'refused', ...tooMany(counted.pauseSeconds) }
  try {
    await sleep(counted.delaySeconds * 1000, turn.signal)
    if (!(await isRight(password, turn)) || !account) return wrong(counted.delaySeconds)
  } catch (error) {
    await counted.takeBack()
    throw error
  }
  await counted.succeeded()
  return permitted(account)
}

function permitted({ subject, isDisabled }: Account): Answer {
  if (!isDisabled) return { kind: 'right', subject }
  const alert = 'This account has been disabled. Ask your administrator.'
  return { kind: 'refused', status: 403, alert }
}

/** Ends the interaction with a login, without a lasting cookie, and redirects the browser. */
export async function signIn(
  ctx: PageContext,
  { provider, browsers }: PageDeps,
  subject: string,
): Promise<void> {
  browsers.remember(ctx, subject)
  // `remember: false`: a session cookie. The server's own limits end the session earlier.
  const login = { accountId: subject, remember: false, amr: ['pwd'] }
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }))
  ctx.status = 303
  ctx.body = ''
}

/** The responses to somebody who finds no place in a lane. */
export const loginsCrowded = crowded('people are trying to log in')
export const savingCrowded = crowded('passwords are being saved')

function crowded(others: string) {
  const retrySeconds = 5
  const alert = `Too many ${others} right now. Try again in ${retrySeconds} seconds.`
  return { status: 429, alert, retrySeconds }
}

function wrong(delay: number): Answer {
  const announced =
    delay > 0 ? ` Many attempts did not succeed, so checking the next one takes a few seconds.` : ''
  return {
    kind: 'refused',
    status: 401,
    alert: `The e-mail, user name or password is not right.${announced}`,
  }
}

/** The response to an attempt that has to wait first. */
export function tooMany(seconds: number) {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  const alert = `Too many attempts did not succeed. Try again in ${wait}.`
  return { status: 429, alert, retrySeconds: seconds }
}

interface LoginView {
  readonly uid: string
  readonly username: string
  readonly alert?: string
  readonly errors?: { readonly username?: string; readonly password?: string }
}

function respond(ctx: PageContext, deps: PageDeps, view: LoginView & { readonly status: number }): void {
  const forgotten = deps.mails.isOn ? `${deps.site.base}/forgot` : null
  sendPage(ctx, view.status, loginPage(deps.site, deps.guard.token(view.uid), { ...view, forgotten }))
}

function loginPage(
  site: Site,
  token: string,
  { uid, username, alert, errors = {}, forgotten }: LoginView & { readonly forgotten: string | null },
): string {
  const action = `${site.base}/interaction/${uid}`
  const isNamed = username !== ''
  return page(site, {
    heading: 'Log in',
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
      aside: forgotten === null ? undefined : { label: 'Forgot password?', href: forgotten },
    },
  ],
  submit: 'Log in',
})}
<p class="other">New to the portal? <a href="${action}/register">Create an account</a></p>`,
  })
}
