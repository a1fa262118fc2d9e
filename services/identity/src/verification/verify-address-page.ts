import { html } from '@portal/service-kit/html'
import { form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'

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
