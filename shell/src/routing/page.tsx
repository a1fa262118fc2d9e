import type { Session } from '@portal/contracts/session'
import type { Portal } from '@portal/remote-kit/portal-context'
import { PortalContext } from '@portal/remote-kit/portal-context'
import { ErrorScreen } from '@portal/ui/error-screen'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useLoaderData, useRevalidator, useRouteError } from 'react-router'
import { storedToken } from '../boot/auth-token.ts'
import { FloatingConnectionNotice } from '../pages/connection-notice.tsx'
import { PreviewNotice } from '../pages/preview-notice.tsx'
import { removeRenderedPage } from '../pages/rendered-page.ts'
import { isSamePerson } from '../session/follow-session.ts'
import { logOut } from '../session/logout.ts'
import type { SessionSource } from '../session/session-source.ts'
import { useShell } from '../shell-context.ts'
import { SignedInElsewhere } from '../sso/signed-in-elsewhere.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { NavigationEffects } from './navigation-effects.tsx'
import type { ResolvedPage } from './page-resolver.ts'
import { PageView } from './page-view.tsx'
import { portalRouter } from './portal-router.tsx'

/** Renders the resolved page inside the context that remotes get from the shell. */
export function Page() {
  const page = useLoaderData<ResolvedPage>()
  const shell = useShell()
  const revalidator = useRevalidator()
  useEffect(() => {
    // The session may have been read between the loader's look at it and this drawing.
    const known = shell.session.known()
    if (known && known !== page.session && revalidator.state === 'idle') void revalidator.revalidate()
  }, [page.session, shell, revalidator])
  useLayoutEffect(removeRenderedPage, [])
  const portal = useMemo<Portal>(
    () => ({
      session: page.session,
      refreshSession: async () => void (await shell.session.refresh()),
      client: shell.client,
      token: storedToken,
      router: portalRouter,
      login: () => void login(shell.session),
      logout: logOut,
    }),
    [page.session, shell],
  )
  return (
    <PortalContext value={portal}>
      <QueryClientProvider client={shell.queries}>
        <NavigationEffects page={page} />
        <LeaveGuard
          isCovered={shell.isCovered}
          isSessionOver={() => hasEnded(page.session, shell.session.known())}
        />
        <PreviewNotice remotes={page.remotes}>
          <PageView page={page} />
        </PreviewNotice>
        {!page.chrome && <FloatingConnectionNotice />}
        <SignedInElsewhere session={page.session} />
      </QueryClientProvider>
    </PortalContext>
  )
}

/** Whether nobody is logged in any more, or somebody else. */
function hasEnded(shown: Session, known: Session | null): boolean {
  return shown.person !== null && known !== null && !isSamePerson(shown, known)
}

/** Session or registry could not be read: the error screen, whose 'Try again' reads them again. */
export function PageFailure() {
  const error = useRouteError()
  const revalidator = useRevalidator()
  useEffect(() => console.error('The page could not be made', error), [error])
  useLayoutEffect(removeRenderedPage, [])
  return <ErrorScreen onReset={() => void revalidator.revalidate()} />
}

/** Text that is not saved is covered and kept, instead of lost on the way to the login. */
async function login(session: SessionSource): Promise<void> {
  const isOver = (now: Session) => now.person === null
  if (hasUnsavedText() && (await session.refresh().then(isOver, () => false))) return
  const { pathname, search } = window.location
  window.location.assign(`/api/login?returnTo=${encodeURIComponent(`${pathname}${search}`)}`)
}
