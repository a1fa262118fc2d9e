import { createQueryClient } from '@portal/remote-kit/query-client'
import { toast } from '@portal/ui/toast'
import { Toaster } from '@portal/ui/toaster'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider, redirect } from 'react-router'
import { storedToken } from './boot/auth-token.ts'
import { createShellClient } from './boot/shell-client.ts'
import { preferredLayout } from './layout/layout-preference.ts'
import { createConnection } from './live/connection.ts'
import { startLiveUpdates } from './live/live-updates.ts'
import { PageSkeleton } from './pages/page-skeleton.tsx'
import { hasRenderedPage, RenderedPage, removeRenderedPage } from './pages/rendered-page.ts'
import { createFederation } from './remotes/federation.ts'
import { createRegistry } from './remotes/registry.ts'
import { createRemoteLoader, loadBudgetMs } from './remotes/remote-loader.ts'
import { createRemoteReporter, reportScriptErrors } from './remotes/report-remote.ts'
import { reloadOnce } from './remotes/stale-code.ts'
import { createVerifier } from './remotes/verify-entry.ts'
import { closeLayersOnBack } from './routing/close-on-back.ts'
import { Page, PageFailure } from './routing/page.tsx'
import { markPageLoad } from './routing/page-load.ts'
import { createPageResolver } from './routing/page-resolver.ts'
import { endNotice, followSession } from './session/follow-session.ts'
import { keepAwake } from './session/keep-awake.ts'
import { announceLogout, isLoggingOut, onLogoutElsewhere } from './session/logout.ts'
import { createPageCover, PageCover } from './session/page-cover.tsx'
import { createSessionSource, sessionKey } from './session/session-source.ts'
import { hasPortalHint } from './session/visitor-session.ts'
import { type Shell, ShellContext } from './shell-context.ts'

/** Where the gateway puts the keys; `remoteKeysMeta` in contracts/index-page.ts. */
const keysTag = 'meta[name="portal-remote-keys"]'

const expectsSession = () => hasPortalHint(document.cookie) || storedToken() !== null

export function startPortal(root: HTMLElement): void {
  if (expectsSession()) removeRenderedPage()
  const client = createShellClient(() => connection.suspect())
  const queries = createQueryClient(client)
  const session = createSessionSource(client, queries)
  const registry = createRegistry(client)
  const verify = createVerifier(document.querySelector<HTMLMetaElement>(keysTag)?.content ?? null)
  const reporter = createRemoteReporter({
    client,
    isSignedIn: () => session.known()?.person != null,
    // It was rolled back: the page's code is that of the version before.
    onReplaced: (name, version) => reloadOnce(`${name}@${version}`),
  })
  reportScriptErrors(window, reporter)
  const resolve = createPageResolver({
    session,
    registry,
    loader: createRemoteLoader({ federation: createFederation(loadBudgetMs), registry, verify }),
    reporter,
    loadChrome: async () => (await import('./layout/chrome.tsx')).Chrome,
    expectsSession,
    reloadOnce,
    log: console.error,
  })
  // One route for every address: registry and session decide the screen, and both may change while
  // the page is open. Revalidating resolves the page again.
  markPageLoad()
  const router = createBrowserRouter([
    {
      path: '*',
      loader: async ({ request }) => {
        const page = await resolve(new URL(request.url).pathname)
        return page.content.kind === 'redirect' ? redirect(page.content.to) : page
      },
      Component: Page,
      ErrorBoundary: PageFailure,
      HydrateFallback: hasRenderedPage()
        ? RenderedPage
        : () => <PageSkeleton layout={expectsSession() ? preferredLayout() : 'bare'} />,
    },
  ])
  closeLayersOnBack(router)
  const connection = createConnection({
    events: window,
    probe: (signal) => fetch('/remotes.json', { cache: 'no-store', signal }),
    onRestored: () => {
      void queries.invalidateQueries()
      const reread = () => {
        if (!cover.read()) void router.revalidate()
      }
      registry.refresh().then(reread, reread)
    },
  })
  const cover = createPageCover()
  const leave = followSession({
    ...{ session, isLoggingOut, announceLogout, onLogoutElsewhere },
    forget: () => queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] }),
    startLive: (recheckSession) => startLiveUpdates(queries, recheckSession),
    revalidate: () => void (router.state.initialized && router.revalidate()),
    goHome: () => void router.navigate('/'),
    explainEnd: (organization) => toast(endNotice(organization)),
    hasUnsavedText,
    cover: (isCovered) => {
      cover.set(isCovered)
      // What was read meanwhile was refused.
      if (!isCovered) void queries.invalidateQueries()
    },
  })
  const recheck = () => void session.refresh().catch((error: unknown) => console.error(error))
  keepAwake({ events: window, isSignedIn: () => session.known()?.person != null, touch: recheck })
  const shell: Shell = {
    ...{ client, queries, session, registry, reporter, connection },
    isCovered: cover.read,
  }
  createRoot(root).render(
    <ShellContext value={shell}>
      <RouterProvider router={router} />
      <Toaster />
      <PageCover cover={cover} onReturn={recheck} onLeave={leave} />
    </ShellContext>,
  )
}
