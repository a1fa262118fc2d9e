import { html } from '@portal/service-kit/html'
import { page, type Site } from './layout.ts'

/** What went wrong, what the person can do, and the id that finds the log line. */
export interface ErrorView {
  readonly heading: string
  readonly whatHappened: string
  readonly whatToDo: string
  readonly requestId: string
}

/** The error page. Its way on is always the start of a new sign-in. */
export function errorPage(site: Site, view: ErrorView): string {
  return page(site, {
    heading: view.heading,
    body: html`<p class="lead">${view.whatHappened}</p>
<p>${view.whatToDo}</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Start again</a><a class="secondary" href="${site.origin}/">Go to the portal</a></p>
<p class="hint">Request ${view.requestId}</p>`,
  })
}

/** Signed out, and no address was given to go to. */
export function signedOutPage(site: Site): string {
  return page(site, {
    heading: 'You are signed out',
    body: html`<p class="lead">Your session has ended on this device.</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Sign in again</a><a class="secondary" href="${site.origin}/">Go to the portal</a></p>`,
  })
}

/** Asks before signing out, because the request does not prove that the person wanted it. */
export function confirmSignOutPage(
  site: Site,
  view: { readonly action: string; readonly xsrf: string },
): string {
  return page(site, {
    heading: 'Sign out?',
    body: html`<p class="lead">You will be signed out of the portal in this browser.</p>
<form method="post" action="${view.action}">
<input type="hidden" name="xsrf" value="${view.xsrf}">
<p class="actions"><button class="primary" type="submit" name="logout" value="yes">Sign out</button><a class="secondary" href="${site.origin}/">Stay signed in</a></p>
</form>`,
  })
}
