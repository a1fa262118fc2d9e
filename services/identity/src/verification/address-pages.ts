import { html } from '@portal/service-kit/html'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { MailRefused } from '@portal/service-kit/ports/mailer'
import { mailboxLimit } from '../login/login-throttle.ts'
import { accountOrLogin, addressForm, respond } from '../own-account/account-page.ts'
import type { PageDeps } from '../page-deps.ts'
import { type Form, form } from '../pages/form.ts'
import { LinkEnded } from '../pages/form-guard.ts'
import { page, type Site } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'

/** Sends the verification mail again. */
export async function submitAccount(ctx: PageContext, deps: PageDeps): Promise<void> {
  const account = await accountOrLogin(ctx, deps)
  if (!account) return
  await deps.guard.read(ctx, addressForm(account))
  if (!deps.mails.isOn || account.emailVerified) return respond(ctx, deps, { account, status: 409 })
  const limit = mailboxLimit('verification', account.email ?? account.subject)
  const seconds = await deps.throttle.admit([limit])
  if (seconds > 0) {
    ctx.set('retry-after', String(seconds))
    const alert = 'Several e-mails have already been sent. Check your inbox, or try again later.'
    return respond(ctx, deps, { account, status: 429, outcome: { alert } })
  }
  try {
    await deps.mails.send(account)
    respond(ctx, deps, { account, status: 200, outcome: 'sent' })
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof EngineUnavailable)) throw error
    const isRefused = error instanceof MailRefused
    const alert = isRefused
      ? 'This address does not accept e-mail. Ask your administrator.'
      : 'Mail cannot be sent right now. Try again in a few minutes.'
    respond(ctx, deps, { account, status: isRefused ? 422 : 503, outcome: { alert } })
  }
}

/** Asks for a click: scanners follow links, but submit no forms. Throws {@link LinkEnded}. */
export async function showVerify(ctx: PageContext, deps: PageDeps, token: string): Promise<void> {
  const email = await deps.addressLinks.addressOf(token)
  if (email === null) throw new LinkEnded('This link is no longer valid.')
  const action = `${deps.site.base}/verify/${token}`
  sendPage(ctx, 200, verifyPage(deps.site, email, { action, token: deps.guard.token(token) }))
}

/** Throws {@link LinkEnded}. */
export async function submitVerify(ctx: PageContext, deps: PageDeps, token: string): Promise<void> {
  await deps.guard.read(ctx, token)
  const email = await deps.addressLinks.redeem(token)
  if (email === null) throw new LinkEnded('This link is no longer valid.')
  sendPage(ctx, 200, verifiedPage(deps.site, email))
}

function verifyPage(site: Site, email: string, target: Pick<Form, 'action' | 'token'>): string {
  return page(site, {
    heading: 'Verify your e-mail address',
    body: html`<p class="lead">Is <strong>${email}</strong> your address, and did you make an account with it?</p>
${form({ ...target, fields: [], submit: 'Yes, verify it' })}`,
  })
}

/** No new login is needed: the portal asks for the address whenever it matters. */
function verifiedPage(site: Site, email: string): string {
  return page(site, {
    heading: 'Your address is verified',
    body: html`<p class="lead"><strong>${email}</strong> is yours. If you were invited, open the invitation once more.</p>
<p class="actions"><a class="primary" href="${site.origin}/">Go to the portal</a></p>`,
  })
}
