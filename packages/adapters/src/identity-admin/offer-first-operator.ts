import { isEngineUrl } from '../engine-url/engine-url.ts'
import { embeddedIdentityAdmin } from './embedded-identity-admin.ts'
import { keycloakIdentityAdmin } from './keycloak-identity-admin.ts'

/**
 * Creates the account of the first operator if missing, at the provider that `url` names (as
 * `openIdentityAdmin` takes it). Returns a sentence with new one-time login at each call, or null
 * once the password is chosen.
 */
export async function offerFirstOperator(url: string, username: string): Promise<string | null> {
  if (isEngineUrl(url, 'keycloak')) {
    const { oneTimePassword } = await keycloakIdentityAdmin(url).prepareFirstOperator(username)
    if (oneTimePassword === null) return null
    return `The first operator signs in as ${username} with this password, once: ${oneTimePassword}`
  }
  const { link } = await embeddedIdentityAdmin(new URL(url)).prepareFirstOperator(username)
  return link && `The first operator chooses a password here, once: ${link.url}`
}
