import { html } from '@portal/service-kit/html'
import { page, type Site } from './layout.ts'

/** `requestId` finds the log line. */
export interface ErrorView {
  readonly heading: string
  readonly whatHappened: string
  readonly whatToDo: string
  readonly requestId: string
}

export function errorPage(site: Site, view: ErrorView): string {
  return page(site, {
    heading: view.heading,
    body: html`<p class="lead">${view.whatHappened}</p>
<p>${view.whatToDo}</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Start again</a><a class="secondary" href="${site.origin}/">Go to the portal</a></p>
<p class="hint">Request ${view.requestId}</p>`,
  })
}

/** Shown when the client named no address to return to. */
export function signedOutPage(site: Site): string {
  return page(site, {
    heading: 'You are logged out',
    body: html`<p class="lead">Your session has ended on this device.</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Log in again</a><a class="secondary" href="${site.origin}/">Go to the portal</a></p>`,
  })
}

/** Asks, because the request does not prove that it was the user's wish. */
export function confirmSignOutPage(
  site: Site,
  view: { readonly action: string; readonly xsrf: string },
): string {
  return page(site, {
    heading: 'Log out?',
    body: html`<p class="lead">You will be logged out of the portal in this browser.</p>
<form method="post" action="${view.action}">
<input type="hidden" name="xsrf" value="${view.xsrf}">
<p class="actions"><button class="primary" type="submit" name="logout" value="yes">Log out</button><a class="secondary" href="${site.origin}/">Stay logged in</a></p>
</form>`,
  })
}
