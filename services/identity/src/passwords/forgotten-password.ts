import { html } from '@portal/service-kit/html'
import { normalLoginName } from '../accounts/account-store.ts'
import { secretDigest } from '../accounts/secret-digest.ts'
import { addressCounter, mailboxLimit } from '../login/login-throttle.ts'
import type { PageDeps } from '../page-deps.ts'
import { form } from '../pages/form.ts'
import { page } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'

/** How many mails may be asked for before there are pauses, as of failed logins. */
const allowed = { name: 3, address: 20 }
const subject = 'forgot'

/** Asks for the name of the account. Without a mailer there is no such page. */
export function showForgotten(ctx: PageContext, deps: PageDeps): void {
  if (deps.mails.isOn) respond(ctx, deps, { status: 200, username: '' })
}

/**
 * Mails a link to replace the password. The response is the same whether or not there is such an
 * account: it waits for no mail, and pauses count by the name as it was typed.
 */
export async function submitForgotten(ctx: PageContext, deps: PageDeps): Promise<void> {
  if (!deps.mails.isOn) return
  const username = ((await deps.guard.read(ctx, subject)).get('username') ?? '').trim()
  if (username === '' || username.length > 254)
    return respond(ctx, deps, { status: 422, username: '', error: 'Enter your e-mail or user name.' })
  const seconds = await deps.throttle.admit([
    { key: `reset:name:${secretDigest(normalLoginName(username))}`, allowed: allowed.name },
    { key: `reset:${addressCounter(ctx.ip)}`, allowed: allowed.address },
  ])
  if (seconds > 0) {
    ctx.set('retry-after', String(seconds))
    const alert = 'Several mails were asked for already. Check your inbox, or try again later.'
    return respond(ctx, deps, { status: 429, username, alert })
  }
  const account = await deps.accounts.findByLoginName(username)
  // An account has several names, a mailbox several accounts: it has one limit, which the response
  // does not show. A name that nobody has uses up nothing of it.
  const address = account?.email ?? account?.subject ?? `unknown name ${username}`
  const held = await deps.throttle.admit([mailboxLimit('reset', address)])
  if (account && held === 0) deps.mails.sendResetSoon(account)
  sendPage(
    ctx,
    200,
    page(deps.site, {
      heading: 'Check your inbox',
      body: html`<p class="lead" role="status">If <strong>${username}</strong> has an account with an e-mail address, a mail with a link is on its way. The link works once and for one hour.</p>
<p>Nothing has come? Look among unwanted mail, then <a href="${deps.site.base}/forgot">ask again</a>.</p>
<p class="actions"><a class="secondary" href="${deps.site.origin}/api/login">Back to login</a></p>`,
    }),
  )
}

interface ForgottenView {
  readonly status: number
  readonly username: string
  readonly error?: string
  readonly alert?: string
}

function respond(ctx: PageContext, { site, guard }: PageDeps, view: ForgottenView): void {
  const { status, username, error, alert } = view
  const content = page(site, {
    heading: 'Forgot your password?',
    body: html`<p class="lead">A link to choose a new one comes by e-mail.</p>
${form({
  ...{ action: `${site.base}/forgot`, token: guard.token(subject), alert },
  fields: [
    {
      name: 'username',
      label: 'E-mail or user name',
      type: 'text',
      autocomplete: 'username',
      value: username,
      lengthMax: 254,
      error,
      isFocused: true,
    },
  ],
  submit: 'Send the link',
})}
<p class="other"><a href="${site.origin}/api/login">Back to login</a></p>`,
  })
  sendPage(ctx, status, content)
}
