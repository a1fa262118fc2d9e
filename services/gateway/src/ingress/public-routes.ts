import { followEvents } from '@portal/contracts/gateway'
import type { Route } from '@portal/contracts/route'
import { allRoutes, type OwnedRoute, type ServiceName } from '@portal/contracts/services'

/**
 * Limits of a forwarded request: body bytes, time from its end to the response's head, pauses in a
 * body.
 */
export interface RequestLimits {
  readonly bodyMaxBytes: number
  readonly deadlineMs: number
  readonly idleMs: number
}

/** A declared route, as the gateway needs it. */
export interface PublicRoute {
  readonly service: ServiceName
  readonly contract: Route
  /** Services that may accept the request's passport: the owner, and those it calls with it. */
  readonly audience: readonly string[]
  readonly limits: RequestLimits
}

/** What a method and path match. `methods` are those that a known path supports. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: PublicRoute }
  | { readonly kind: 'wrong-method'; readonly methods: readonly string[] }
  | { readonly kind: 'unknown' }

const jsonMaxBytes = 1024 * 1024
/** The specified 10 MB for the file, plus room for the other parts and the boundaries. */
const formMaxBytes = 10 * 1024 * 1024 + 256 * 1024
const idleMs = 30_000

/** A node of the path tree: exact names match first, then a parameter. */
interface Segment {
  readonly names: Map<string, Segment>
  parameter: Segment | null
  readonly methods: Map<string, PublicRoute>
}

const unknown: RouteMatch = { kind: 'unknown' }

function declaredRoutes(): OwnedRoute[] {
  return [...allRoutes(), { service: 'gateway', name: 'followEvents', route: followEvents }]
}

/**
 * Compiles the contracts into a matcher. Internal routes are left out, so nothing can reach them.
 */
export function compileRoutes(routes: readonly OwnedRoute[] = declaredRoutes()) {
  const root = segment()
  for (const { service, route } of routes) {
    if (route.isPublicPath) insert(root, publicRoute(service, route))
  }
  /** Finds the route of a method and a raw path (no query). HEAD matches GET. */
  return function matchRoute(method: string, path: string): RouteMatch {
    const found = descend(root, path, 1)
    if (!found) return unknown
    const route = found.methods.get(method === 'HEAD' ? 'GET' : method)
    return route ? { kind: 'route', route } : { kind: 'wrong-method', methods: [...found.methods.keys()] }
  }
}

function segment(): Segment {
  return { names: new Map(), parameter: null, methods: new Map() }
}

function insert(root: Segment, route: PublicRoute): void {
  let at = root
  for (const part of route.contract.path.slice(1).split('/')) {
    if (part.startsWith('{')) {
      at.parameter ??= segment()
      at = at.parameter
    } else {
      const next = at.names.get(part) ?? segment()
      at.names.set(part, next)
      at = next
    }
  }
  at.methods.set(route.contract.method, route)
}

function descend(from: Segment, path: string, start: number): Segment | null {
  const slash = path.indexOf('/', start)
  const part = slash < 0 ? path.slice(start) : path.slice(start, slash)
  const step = (next: Segment): Segment | null => {
    if (slash >= 0) return descend(next, path, slash + 1)
    return next.methods.size > 0 ? next : null
  }
  const named = from.names.get(part)
  const hit = named ? step(named) : null
  if (hit) return hit
  return from.parameter && isPlainSegment(part) ? step(from.parameter) : null
}

/** One segment even after decoding: no dot segments, encoded separators or broken escapes. */
function isPlainSegment(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return false
  if (!part.includes('%')) return true
  try {
    const decoded = decodeURIComponent(part)
    return decoded !== '.' && decoded !== '..' && !/[/\\\0]/.test(decoded)
  } catch {
    // A broken escape matches nothing.
    return false
  }
}

function publicRoute(service: ServiceName, contract: Route): PublicRoute {
  const bodyMaxBytes = contract.form ? formMaxBytes : jsonMaxBytes
  return {
    service,
    contract,
    audience: [service, ...contract.passes],
    limits: { bodyMaxBytes, deadlineMs: contract.deadlineMs, idleMs },
  }
}
