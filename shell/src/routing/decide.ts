import type { RemoteEntry } from '@portal/contracts/remotes'
import type { ChosenRoute } from '@portal/contracts/route-choice'
import { audiencesOf, chooseRoute, isKnownPath } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'

/** What an address means for a session. */
export type Decision =
  | { readonly kind: 'screen'; readonly chosen: ChosenRoute }
  /** Known, but not for a visitor: the 'Unauthorized' toast and the login page (decisions 9 and 56). */
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not-found' }

/**
 * The route table of product §2: the registry's routes under the session. Someone without an organization is sent to `/` from
 * every path that others may see (decision 56); a path closed to one's role does not exist (decision 57).
 */
export function decide(remotes: readonly RemoteEntry[], session: Session, path: string): Decision {
  const visit = { path, audiences: audiencesOf(session), permissions: session.permissions }
  const chosen = chooseRoute(remotes, visit)
  if (chosen) return { kind: 'screen', chosen }
  if (path === '/' || !isKnownPath(remotes, path)) return { kind: 'not-found' }
  if (!session.person) return { kind: 'sign-in' }
  return session.organization ? { kind: 'not-found' } : { kind: 'redirect', to: '/' }
}
