import type { RemoteEntry } from '@portal/contracts/remotes'
import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'
import { ErrorBoundary } from '@portal/ui/error-boundary'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { MainArea } from '../layout/main-area.tsx'
import { ConnectionNotice } from '../pages/connection-notice.tsx'
import { MissingPage } from '../pages/missing-page.tsx'
import { ScreenSkeleton } from '../pages/page-skeleton.tsx'
import { RemoteFallback, SignInRedirect } from '../pages/shell-pages.tsx'
import { reloadOnce } from '../remotes/stale-code.ts'
import { logOut } from '../session/logout.ts'
import { type Shell, useShell } from '../shell-context.ts'
import type { PageContent, ResolvedPage } from './page-resolver.ts'
import { ParamsContext } from './portal-router.tsx'

/** A remote's screen or its replacement, in the declared layout. */
export function PageView({ page }: { readonly page: ResolvedPage }) {
  const content = <Content page={page} />
  if (!page.chrome) return page.content.kind === 'screen' ? content : <BareFrame>{content}</BareFrame>
  const Chrome = page.chrome
  const route = 'chosen' in page.content ? page.content.chosen.route : null
  const isFixed = route?.layout === 'sidebar'
  return (
    <Chrome
      session={page.session}
      remotes={page.remotes}
      path={page.path}
      isFixed={isFixed}
      isHeading={isFixed && route?.below === undefined}
      title={titleOf(page.content)}
      onLogout={logOut}
      notice={<ConnectionNotice />}
    >
      {content}
    </Chrome>
  )
}

/** The title of the browser tab and of the layout's header. */
export function titleOf(content: PageContent): string {
  if ('chosen' in content) return content.chosen.route.title
  return content.kind === 'not-found' ? 'Page Not Found' : 'Please log in'
}

/** Identifies a screen: the same one is kept across addresses. */
export function screenKey(content: PageContent): string {
  if (content.kind !== 'screen') return content.kind
  return `${content.chosen.remote.name}/${content.chosen.route.screen}`
}

function Content({ page }: { readonly page: ResolvedPage }) {
  const { content } = page
  const { registry, reporter } = useShell()
  const { key } = useLocation()
  switch (content.kind) {
    case 'screen': {
      const { Screen, chosen } = content
      return (
        <ErrorBoundary
          resetKey={key}
          onError={(error) => onScreenError(error, chosen.remote, reporter)}
          onReset={() => reloadIfReplaced(chosen.remote, registry)}
        >
          <Suspense fallback={<ScreenSkeleton />}>
            <ParamsContext value={chosen.params}>
              <div data-app={chosen.remote.name} style={{ display: 'contents' }}>
                <Screen key={screenKey(content)} />
                <ShownReport remote={chosen.remote} />
              </div>
            </ParamsContext>
          </Suspense>
        </ErrorBoundary>
      )
    }
    case 'unavailable':
      return <Unavailable {...content} />
    case 'sign-in':
      return <SignInRedirect />
    default:
      return <MissingPage {...page} />
  }
}

/** A part that did not load. A newer version of it may; without the registry, the known one may. */
function Unavailable({ chosen, failure }: Extract<PageContent, { kind: 'unavailable' }>) {
  const { registry, connection } = useShell()
  const isOffline = useSyncExternalStore(connection.subscribe, connection.read) === 'lost'
  const { revalidate } = useRevalidator()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await registry.refresh().catch(logUnreadRegistry)
    await revalidate()
    setRetrying(false)
  }
  return (
    <RemoteFallback
      title={chosen.route.title}
      failure={failure}
      isOffline={isOffline}
      isRetrying={isRetrying}
      onRetry={() => void retry()}
    />
  )
}

function logUnreadRegistry(error: unknown): void {
  console.error('The registry could not be read', error)
}

/** A version that failed may have been rolled back: the page still holds its code. */
function reloadIfReplaced({ name, version }: RemoteEntry, registry: Shell['registry']): void {
  registry.refresh().then((entries) => {
    const present = entries.find((entry) => entry.name === name)
    if (present && present.version !== version) reloadOnce(`${name}@${present.version}`)
  }, logUnreadRegistry)
}

/** Mounted with the screen, so that a screen that throws is not reported as shown. */
function ShownReport({ remote }: { readonly remote: RemoteEntry }) {
  const { reporter } = useShell()
  useEffect(() => reporter.shown(remote), [remote, reporter])
  return null
}

/** A chunk of a screen is gone: the page may be older than a deploy. */
function onScreenError(error: unknown, remote: RemoteEntry, reporter: Shell['reporter']): void {
  console.error('A screen failed', error)
  reporter.failed(remote, { kind: 'render', error })
  if (error instanceof Error && error.name === 'ChunkLoadError') reloadOnce(error.message)
}

/** Frames the shell's own pages without a layout: only a link home. */
function BareFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-topbar shrink-0 items-center border-default border-b bg-panel px-gutter">
        <Link to="/" className="flex items-center gap-2 font-semibold" aria-label={`${productName}, home`}>
          <BrandMark />
          {productName}
        </Link>
      </header>
      <MainArea className="grid flex-1 content-center">{children}</MainArea>
    </div>
  )
}
