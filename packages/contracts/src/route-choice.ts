import type { RemoteEntry, RemoteRoute, RouteAudience } from './remotes.ts'
import type { Session } from './session.ts'

/** A session's audiences: its membership, and `signed-in` and `operator` where they apply. */
export function audiencesOf(
  session: Pick<Session, 'person' | 'organization' | 'role' | 'isMasterAdmin'>,
): RouteAudience[] {
  if (!session.person) return ['always', 'anonymous']
  const membership = session.organization
    ? session.role === 'team_member'
      ? 'team-member'
      : 'member'
    : 'no-organization'
  return ['always', 'signed-in', membership, ...(session.isMasterAdmin ? (['operator'] as const) : [])]
}

/** A remote's route that matches a path, with the remote. */
export interface ChosenRoute {
  readonly remote: RemoteEntry
  readonly route: RemoteRoute
  readonly params: Readonly<Record<string, string>>
}

/** A path with the audiences and permissions of the session that opens it. */
export interface ScreenRequest {
  readonly path: string
  readonly audiences: readonly RouteAudience[]
  readonly permissions: readonly string[]
}

/**
 * The screen for a path: the pattern with the fewest parameters wins, then the order of the
 * registry. A team_member sees their start page in place of other members' pages (product §2: the
 * assistant at /analytics, /team and /users), but not at a path with a parameter (decision 57).
 * Null when no remote has a screen.
 */
export function chooseRoute(remotes: readonly RemoteEntry[], request: ScreenRequest): ChosenRoute | null {
  const open = openRoute(remotes, request)
  if (open || !request.audiences.includes('team-member') || !isPageOfMembers(remotes, request.path))
    return open
  return openRoute(remotes, { ...request, path: '/' })
}

function isPageOfMembers(remotes: readonly RemoteEntry[], path: string): boolean {
  return routesAt(remotes, path).some(
    ({ route, params }) => route.when.includes('member') && Object.keys(params).length === 0,
  )
}

function openRoute(remotes: readonly RemoteEntry[], request: ScreenRequest): ChosenRoute | null {
  const fitting = routesAt(remotes, request.path).filter(({ route }) => isOpen(route, request))
  return fitting.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null
}

/** Whether the path has a screen for anyone, perhaps after login (decision 9). */
export function isKnownPath(remotes: readonly RemoteEntry[], path: string): boolean {
  return routesAt(remotes, path).length > 0
}

function routesAt(remotes: readonly RemoteEntry[], path: string): ChosenRoute[] {
  return remotes.flatMap((remote) =>
    remote.routes.flatMap((route) => {
      const params = matchPath(route.path, path)
      return params ? [{ remote, route, params }] : []
    }),
  )
}

function isOpen(route: RemoteRoute, request: ScreenRequest): boolean {
  const isPermitted = route.permission === undefined || request.permissions.includes(route.permission)
  return isPermitted && route.when.some((audience) => request.audiences.includes(audience))
}

/** The decoded parameters of a path matching a pattern (`/join/:code`), or null. */
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
    // A lone percent sign in a typed URL is taken literally.
    return segment
  }
}
