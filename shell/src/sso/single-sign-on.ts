import type { Session } from '@portal/contracts/session'

/** What the silent check found: the provider knows somebody in this browser, or nobody. */
export type SingleSignOn = 'present' | 'absent'

/**
 * Asks the identity provider, without showing anything, whether this browser has a session there (keycloak-js, any OIDC provider:
 * generic options, code flow with PKCE; tokens stay in memory and are never used). Null when no provider is configured.
 */
export async function checkSingleSignOn(
  settings: Pick<Session['settings'], 'oidcIssuer' | 'oidcClientId'>,
): Promise<SingleSignOn | null> {
  if (!settings.oidcIssuer || !settings.oidcClientId) return null
  const { default: Provider } = await import('keycloak-js')
  const provider = new Provider({ oidcProvider: settings.oidcIssuer, clientId: settings.oidcClientId })
  const isPresent = await provider.init({
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: `${window.location.origin}/silent-check.html`,
    silentCheckSsoFallback: false,
    checkLoginIframe: false,
    pkceMethod: 'S256',
    responseMode: 'query',
  })
  provider.clearToken()
  return isPresent ? 'present' : 'absent'
}
