import type { RemoteEntry, RemoteRoute, RouteAudience } from './remotes.ts'
import type { Session } from './session.ts'

/** The audiences that a session belongs to: `signed-in` and `operator` come on top of the one that its organization and role give. */
export function audiencesOf(
  session: Pick<Session, 'person' | 'organization' | 'role' | 'isMasterAdmin'>,
): RouteAudience[] {
  if (!session.person) return ['always', 'anonymous']
  const place = session.organization
    ? session.role === 'team_member'
      ? 'team-member'
      : 'member'
    : 'no-organization'
  return ['always', 'signed-in', place, ...(session.isMasterAdmin ? (['operator'] as const) : [])]
}

/** A screen's place together with the remote that offers it. */
export interface ChosenRoute {
  readonly remote: RemoteEntry
  readonly route: RemoteRoute
  readonly params: Readonly<Record<string, string>>
}

/** Who looks at which address. `permissions` are the session's. */
export interface Visit {
  readonly path: string
  readonly audiences: readonly RouteAudience[]
  readonly permissions: readonly string[]
}

/**
 * The screen of an address for these audiences: the pattern with the fewest parameters wins, then the order of the registry. A page of the
 * other members shows a team_member their own start page (product §2: the assistant at /analytics, /team and /users); one thing of
 * such a page, named by a parameter, does not exist for them (decision 57). Null when no remote offers a screen.
 */
export function chooseRoute(remotes: readonly RemoteEntry[], visit: Visit): ChosenRoute | null {
  const open = openRoute(remotes, visit)
  if (open || !visit.audiences.includes('team-member') || !isPageOfMembers(remotes, visit.path)) return open
  return openRoute(remotes, { ...visit, path: '/' })
}

function isPageOfMembers(remotes: readonly RemoteEntry[], path: string): boolean {
  return placesAt(remotes, path).some(
    ({ route, params }) => route.when.includes('member') && Object.keys(params).length === 0,
  )
}

function openRoute(remotes: readonly RemoteEntry[], visit: Visit): ChosenRoute | null {
  const fitting = placesAt(remotes, visit.path).filter(({ route }) => isOpen(route, visit))
  return fitting.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null
}

/** Whether a screen stands at this address for anyone at all: then a visitor may have to sign in to see it (decision 9). */
export function isKnownPath(remotes: readonly RemoteEntry[], path: string): boolean {
  return placesAt(remotes, path).length > 0
}

function placesAt(remotes: readonly RemoteEntry[], path: string): ChosenRoute[] {
  return remotes.flatMap((remote) =>
    remote.routes.flatMap((route) => {
      const params = matchPath(route.path, path)
      return params ? [{ remote, route, params }] : []
    }),
  )
}

function isOpen(route: RemoteRoute, visit: Visit): boolean {
  const isPermitted = route.permission === undefined || visit.permissions.includes(route.permission)
  return isPermitted && route.when.some((audience) => visit.audiences.includes(audience))
}

/** The parameters of a path under a pattern such as `/join/:code`, decoded; null when it does not fit. A closing slash is ignored. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = segments(pattern)
  const given = segments(path)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = decoded(value)
    else if (segment !== value) return null
  }
  return params
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // An address typed by hand may hold a lone percent sign: it means itself.
    return segment
  }
}
