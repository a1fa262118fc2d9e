import { pathMatcher } from './path-pattern.ts'
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
 * The screen for a path: the pattern with the fewest parameters wins, even if its page is closed to
 * the session (`/documents/deleted` is no document), then the order of the registry. A team_member
 * sees their start page in place of other members' pages (product §2: the assistant at /analytics,
 * /team and /users), but not at a path with a parameter (decision 57). Null when no remote has a
 * screen.
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
  const found = routesAt(remotes, request.path)
  const fewest = parametersOf(found[0])
  const closest = found.filter((chosen) => parametersOf(chosen) === fewest)
  return closest.find(({ route }) => isOpen(route, request)) ?? null
}

function parametersOf(chosen: ChosenRoute | undefined): number {
  return Object.keys(chosen?.params ?? {}).length
}

/** Whether the path has a screen for anyone, perhaps after login (decision 9). */
export function isKnownPath(remotes: readonly RemoteEntry[], path: string): boolean {
  return routesAt(remotes, path).length > 0
}

/** Those with the fewest parameters first. A slash that ends an address is not part of it. */
function routesAt(remotes: readonly RemoteEntry[], path: string): ChosenRoute[] {
  const screens = remotes.flatMap((remote) =>
    remote.routes.map((route) => ({ path: route.path, remote, route })),
  )
  const address = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return pathMatcher(screens)(address).map(({ entry: { remote, route }, params }) => ({
    remote,
    route,
    params,
  }))
}

function isOpen(route: RemoteRoute, request: ScreenRequest): boolean {
  const isPermitted = route.permission === undefined || request.permissions.includes(route.permission)
  return isPermitted && route.when.some((audience) => request.audiences.includes(audience))
}
