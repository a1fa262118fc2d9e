import type { Account } from '../accounts/account-store.ts'
import { secretDigest } from '../accounts/secret-digest.ts'
import { LaneFull } from '../login/login-lane.ts'
import { loginsCrowded, savingCrowded, tooMany } from '../login/submit-login.ts'
import type { PageDeps } from '../page-deps.ts'
import { type PageContext, sendPage, visitorOf } from '../pages/page-context.ts'
import { passwordSavedPage } from '../passwords/submit-password.ts'
import { passwordErrors } from '../registration/profile-form.ts'
import { accountOrLogin, type PasswordRefusal, passwordForm, respond } from './account-page.ts'

/** Changes one's own password, given the present one, and ends every session. */
export async function submitOwnPassword(ctx: PageContext, deps: PageDeps): Promise<void> {
  const account = await accountOrLogin(ctx, deps)
  if (!account) return
  const fields = await deps.guard.read(ctx, passwordForm(account))
  const current = fields.get('current') ?? ''
  const password = fields.get('password') ?? ''
  const { username, email, firstName, lastName } = account
  const errors = {
    ...(current === '' ? { current: 'Enter your current password.' } : {}),
    ...passwordErrors(password, [username, email, firstName, lastName]),
  }
  if (Object.keys(errors).length > 0)
    return respond(ctx, deps, { account, status: 422, refusedPassword: errors })
  const refusal =
    (await refusalOf(ctx, deps, { account, current })) ?? (await save(ctx, deps, { account, password }))
  if (!refusal) {
    await deps.endSessions(account.subject)
    return sendPage(ctx, 200, passwordSavedPage(deps.site))
  }
  const { status, retrySeconds, ...refusedPassword } = refusal
  if (retrySeconds !== undefined) ctx.set('retry-after', String(retrySeconds))
  respond(ctx, deps, { account, status, refusedPassword })
}

interface Refusal extends PasswordRefusal {
  readonly status: number
  readonly retrySeconds?: number
}

/** Counted like logins of a known browser: a session left open is no way to try passwords. */
async function refusalOf(
  ctx: PageContext,
  { accounts, lanes, throttle }: PageDeps,
  { account, current }: { readonly account: Account; readonly current: string },
): Promise<Refusal | null> {
  const { subject, username } = account
  const counted = await throttle.countKnown(`own-password:${secretDigest(subject)}`)
  if (counted.pauseSeconds > 0) return tooMany(counted.pauseSeconds)
  try {
    const { isRight } = await accounts.challenge(username)
    const asker = { account: subject, ...visitorOf(ctx) }
    const isKnown = await lanes.known.run(asker, (signal) => isRight(current, { lane: 'known', signal }))
    if (!isKnown) return { status: 422, current: 'This is not your current password.' }
  } catch (error) {
    await counted.takeBack()
    if (!(error instanceof LaneFull)) throw error
    return loginsCrowded
  }
  await counted.succeeded()
  return null
}

/** Saves the new password at its turn. */
async function save(
  ctx: PageContext,
  { accounts, lanes }: PageDeps,
  { account, password }: { readonly account: Account; readonly password: string },
): Promise<Refusal | null> {
  const { subject } = account
  const asker = { account: subject, ...visitorOf(ctx) }
  try {
    await lanes.chosen.run(asker, (signal) => accounts.setPassword(subject, { password, signal }))
    return null
  } catch (error) {
    if (!(error instanceof LaneFull)) throw error
    return savingCrowded
  }
}
