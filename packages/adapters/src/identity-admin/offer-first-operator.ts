import { isEngineUrl } from '../engine-url/engine-url.ts'
import { embeddedIdentityAdmin } from './embedded-identity-admin.ts'
import { keycloakIdentityAdmin } from './keycloak-identity-admin.ts'

/**
 * Makes the account of the first operator when there is none, at the provider that `url` names (as `openIdentityAdmin` takes it). Answers
 * the sentence that tells them how to come in, anew with each call, or null once they have chosen their password.
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
