import { followEvents } from '@portal/contracts/gateway'
import { pathMatcher } from '@portal/contracts/path-pattern'
import type { Route } from '@portal/contracts/route'
import { allRoutes, type OwnedRoute, type ServiceName } from '@portal/contracts/services'
import type { BodyPaceLimits } from './body-pace.ts'

/**
 * Limits of a forwarded request: the pace of its body, and the time from its end to the head of the
 * response.
 */
export interface RequestLimits extends BodyPaceLimits {
  readonly bodyMaxBytes: number
  readonly deadlineMs: number
}

/** A declared route, as the gateway needs it. */
export interface PublicRoute {
  readonly service: ServiceName
  readonly contract: Route
  /** Services that may accept the request's passport: the owner, and those it calls with it. */
  readonly audience: readonly string[]
  readonly limits: RequestLimits
  /** Whether its response continues for as long as the browser listens. */
  readonly isStream: boolean
}

/** What a method and path match. `methods` are those that a known path supports. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: PublicRoute }
  | { readonly kind: 'wrong-method'; readonly methods: readonly string[] }
  | { readonly kind: 'unknown' }

const jsonMaxBytes = 1024 * 1024
/** The specified 10 MB for the file, plus room for the other parts and the boundaries. */
const formMaxBytes = 10 * 1024 * 1024 + 256 * 1024

/** The pace of small bodies, which are held until they are complete. */
export const heldPace: BodyPaceLimits = {
  idleMs: 10_000,
  graceMs: 10_000,
  bytesPerSecondMin: 16 * 1024,
  totalMs: 60_000,
}
/** Of streamed ones: a file on the uplink of a telephone. */
const streamedPace: BodyPaceLimits = { ...heldPace, idleMs: 30_000, graceMs: 20_000, totalMs: 290_000 }

/** Compiles the contracts into a matcher. Internal routes are left out: nothing can reach them. */
export function compileRoutes(routes: readonly OwnedRoute[] = declaredRoutes()) {
  const paths = Map.groupBy(
    routes.filter(({ route }) => route.isPublicPath),
    ({ route }) => route.path,
  )
  const match = pathMatcher(
    Array.from(paths, ([path, owned]) => ({
      path,
      methods: new Map<string, PublicRoute>(
        owned.map(({ service, route }) => [route.method, publicRoute(service, route)]),
      ),
    })),
  )
  /** Finds the route of a method and a raw path (no query). HEAD matches GET. */
  return function matchRoute(method: string, path: string): RouteMatch {
    const [found] = match(path)
    if (!found) return { kind: 'unknown' }
    const { methods } = found.entry
    const route = methods.get(method === 'HEAD' ? 'GET' : method)
    return route ? { kind: 'route', route } : { kind: 'wrong-method', methods: [...methods.keys()] }
  }
}

function declaredRoutes(): OwnedRoute[] {
  return [...allRoutes(), { service: 'gateway', name: 'followEvents', route: followEvents }]
}

function publicRoute(service: ServiceName, contract: Route): PublicRoute {
  const { deadlineMs } = contract
  return {
    service,
    contract,
    audience: [service, ...contract.passes],
    isStream: contract === followEvents,
    limits: contract.form
      ? { bodyMaxBytes: formMaxBytes, deadlineMs, ...streamedPace }
      : { bodyMaxBytes: jsonMaxBytes, deadlineMs, ...heldPace },
  }
}
