import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'

/** The Cookie header of a person's requests to the portal's API. */
export function cookieOf(browser: CookieFetch): string {
  return [...browser.cookiesFor('/api/')].map(([name, value]) => `${name}=${value}`).join('; ')
}
