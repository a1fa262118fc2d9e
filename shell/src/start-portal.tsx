import { createQueryClient } from '@portal/remote-kit/query-client'
import { Toaster } from '@portal/ui/toaster'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { dropToken, storedToken } from './boot/auth-token.ts'
import { createShellClient } from './boot/shell-client.ts'
import { startLiveUpdates } from './live/live-updates.ts'
import { createFederation } from './remotes/federation.ts'
import { createRegistry } from './remotes/registry.ts'
import { createRemoteLoader, loadBudgetMs } from './remotes/remote-loader.ts'
import { reloadOnce } from './remotes/stale-code.ts'
import { createPortalRouter } from './routing/create-router.tsx'
import { Page, PageFailure } from './routing/page.tsx'
import { createPlaceFinder } from './routing/place.ts'
import { announceLogout, logOut, onLogoutElsewhere } from './session/logout.ts'
import { createSessionSource } from './session/session-source.ts'
import { hasPortalHint } from './session/visitor-session.ts'
import type { Shell } from './shell-context.ts'
import { ShellContext } from './shell-context.ts'

/** Builds the shell from its parts and shows it: the one place where they meet. */
export function startPortal(root: HTMLElement): void {
  const client = createShellClient()
  const queries = createQueryClient(client)
  const session = createSessionSource({ client, queries, storedToken, dropToken })
  const registry = createRegistry(client)
  const find = createPlaceFinder({
    session,
    registry,
    loader: createRemoteLoader({
      federation: createFederation(loadBudgetMs),
      latest: async (name) => (await registry.refresh()).find((entry) => entry.name === name) ?? null,
    }),
    loadChrome: async () => (await import('./layout/chrome.tsx')).Chrome,
    expectsSession: () => hasPortalHint(document.cookie) || storedToken() !== null,
    reloadOnce,
    log: console.error,
  })
  const router = createPortalRouter({ find, Page, Failure: PageFailure })
  const shell: Shell = { client, queries, session, registry, logOut, onScreenError }
  followSession(shell, {
    revalidate: () => void (router.state.initialized && router.revalidate()),
    goHome: () => void router.navigate('/'),
  })
  createRoot(root).render(
    <ShellContext value={shell}>
      <RouterProvider router={router} />
      <Toaster />
    </ShellContext>,
  )
}

/** Keeps page and stream in step with the session: another person, role or organization means another page. */
function followSession(
  { session, queries }: Shell,
  page: { readonly revalidate: () => void; readonly goHome: () => void },
): void {
  const state: { stopLive: (() => void) | null } = { stopLive: null }
  session.onChange((read) => {
    if (read.person && !state.stopLive) state.stopLive = startLiveUpdates(queries)
    if (!read.person) {
      state.stopLive?.()
      state.stopLive = null
      announceLogout()
    }
    page.revalidate()
  })
  onLogoutElsewhere(() => {
    queries.clear()
    void session.refresh().then(page.goHome)
  })
}

/** A chunk of a screen is gone: the page may be older than a deploy. */
function onScreenError(error: unknown): void {
  console.error('A screen failed', error)
  if (error instanceof Error && error.name === 'ChunkLoadError') reloadOnce(error.message)
}
