import type { CookieFetch } from '@portal/adapters/identity-provider/cookie-fetch'
import { type SignIn, signIn as walkSignIn } from '@portal/adapters/identity-provider/sign-in'

/**
 * Signs in at a running portal over HTTP, through the gateway and the provider's own form: a fetch that carries the session's cookies and
 * names its origin when it writes. Paths are of the portal's origin. Throws SignInFailed with the page's message.
 */
export function signIn(who: SignIn): Promise<CookieFetch> {
  return walkSignIn(who)
}
