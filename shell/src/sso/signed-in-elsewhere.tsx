import type { Session } from '@portal/contracts/session'
import { buttonClass } from '@portal/ui/button'
import { useEffect, useState } from 'react'
import { useShell } from '../shell-context.ts'

/**
 * Compares the portal's session with the identity provider's once per page, when idle: a visitor
 * known there is offered to continue; a session ended there is read again. A failure is only
 * logged.
 */
export function SignedInElsewhere({ session }: { readonly session: Session }) {
  const shell = useShell()
  const [isOffered, setOffered] = useState(false)
  const { oidcIssuer, oidcClientId } = session.settings
  const isSignedIn = session.person !== null
  useEffect(() => {
    if (!oidcIssuer || !oidcClientId) return
    return whenIdle(async () => {
      try {
        const isKnownThere = await hasProviderSession(oidcIssuer, oidcClientId)
        if (isKnownThere && !isSignedIn) setOffered(true)
        if (!isKnownThere && isSignedIn) await shell.session.refresh()
      } catch (error) {
        console.info('The single sign-on check failed', error)
      }
    })
  }, [oidcIssuer, oidcClientId, isSignedIn, shell])
  if (!isOffered || isSignedIn) return null
  return (
    <aside
      aria-label="Log in"
      className="print:hidden fixed bottom-4 left-4 z-(--z-sticky) flex max-w-90 animate-rise flex-wrap items-center gap-3 rounded-card bg-raised p-4 text-13 shadow-popover"
    >
      <p className="flex-1 basis-40">You are already logged in at your identity provider.</p>
      <a href="/api/login" className={buttonClass({ variant: 'primary', size: 'sm' })}>
        Continue
      </a>
    </aside>
  )
}

/** Runs work when the page is idle. Returns a function that cancels it. */
function whenIdle(work: () => Promise<void>): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(() => void work())
  return () => cancelIdleCallback(handle)
}

/**
 * Silently asks the identity provider (any OIDC provider, by keycloak-js: code flow with PKCE,
 * tokens unused) for a session in this browser.
 */
async function hasProviderSession(oidcProvider: string, clientId: string): Promise<boolean> {
  const { default: Provider } = await import('keycloak-js')
  const provider = new Provider({ oidcProvider, clientId })
  const isPresent = await provider.init({
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: `${window.location.origin}/silent-check.html`,
    silentCheckSsoFallback: false,
    checkLoginIframe: false,
    pkceMethod: 'S256',
    responseMode: 'query',
  })
  provider.clearToken()
  return isPresent
}
