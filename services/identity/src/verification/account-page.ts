import { type Html, html } from '@portal/service-kit/html'
import { form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'

/** The outcome of the action just taken. */
export interface AccountNotice {
  readonly alert?: string
  readonly sent?: true
}

/** `canSend`: the address is unverified and mail is enabled. */
export interface AccountView {
  readonly username: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly canSend: boolean
  readonly notice: AccountNotice
  readonly action: string
  readonly token: string
}

export function accountPage(site: Site, view: AccountView): string {
  const { username, email, emailVerified, notice } = view
  const state = emailVerified ? 'verified' : 'not verified yet'
  return page(site, {
    heading: 'Your account',
    body: html`<p class="lead">Signed in as <strong>${username}</strong>.</p>
${email !== null && html`<p>Your address <strong>${email}</strong> is ${state}.</p>`}
${notice.sent === true && html`<p role="status">A mail is on its way. Follow the link in it, then return to the portal.</p>`}
${sending(view)}
<p class="other"><a href="${site.origin}/">Go to the portal</a></p>`,
  })
}

function sending({ email, emailVerified, canSend, notice, action, token }: AccountView): Html | null {
  if (canSend) {
    const submit = notice.sent ? 'Send another mail' : 'Send the verification mail'
    return form({ action, token, alert: notice.alert, fields: [], submit })
  }
  if (email === null || emailVerified) return null
  return html`<p>No mail is sent from this portal. Ask its operator to verify your address.</p>`
}

export function signInFirstPage(site: Site): string {
  return page(site, {
    heading: 'Sign in first',
    body: html`<p class="lead">Nobody is signed in in this browser.</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Sign in</a><a class="secondary" href="${site.origin}/">Go to the portal</a></p>`,
  })
}

export function verifyAddressPage(
  site: Site,
  view: { readonly action: string; readonly token: string; readonly email: string },
): string {
  return page(site, {
    heading: 'Verify your e-mail address',
    body: html`<p class="lead">Is <strong>${view.email}</strong> your address, and did you make an account with it?</p>
${form({ action: view.action, token: view.token, fields: [], submit: 'Yes, verify it' })}`,
  })
}

/** No new login is needed: the portal asks for the address whenever it matters. */
export function addressVerifiedPage(site: Site, email: string): string {
  return page(site, {
    heading: 'Your address is verified',
    body: html`<p class="lead"><strong>${email}</strong> is yours. If you were invited, open the invitation once more.</p>
<p class="actions"><a class="primary" href="${site.origin}/">Go to the portal</a></p>`,
  })
}
