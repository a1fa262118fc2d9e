import type { RemoteEntry } from '@portal/contracts/remotes'
import type { ChosenRoute } from '@portal/contracts/route-choice'
import { audiencesOf, chooseRoute, isKnownPath } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'

/** What an address means for a session. */
export type RouteResolution =
  | { readonly kind: 'screen'; readonly chosen: ChosenRoute }
  /** A known path closed to visitors: the 'Unauthorized' toast, then login (decisions 9 and 56). */
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not-found' }

/**
 * The route table of product §2. A person without an organization is sent to `/` from every path
 * open to others (decision 56); a path closed to one's role does not exist (decision 57).
 */
export function resolveRoute(
  remotes: readonly RemoteEntry[],
  session: Session,
  path: string,
): RouteResolution {
  const request = { path, audiences: audiencesOf(session), permissions: session.permissions }
  const chosen = chooseRoute(remotes, request)
  if (chosen) return { kind: 'screen', chosen }
  if (path === '/' || !isKnownPath(remotes, path)) return { kind: 'not-found' }
  if (!session.person) return { kind: 'sign-in' }
  return session.organization ? { kind: 'not-found' } : { kind: 'redirect', to: '/' }
}
