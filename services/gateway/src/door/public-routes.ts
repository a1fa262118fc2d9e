import type { Route, RouteLimit, RouteMethod } from '@portal/contracts/route'
import { allRoutes, type OwnedRoute, type ProxiedService } from '@portal/contracts/services'
import type { ExchangeLimits } from '../proxy/exchange.ts'

/** A proxied route, with what its contract means for the gateway. */
export interface PublicRoute {
  readonly service: ProxiedService
  readonly name: string
  readonly method: RouteMethod
  readonly path: string
  readonly isPublic: boolean
  /** Services that may accept the passport of this request: the owner and those it asks on the caller's behalf. */
  readonly audience: readonly string[]
  readonly limits: ExchangeLimits
  readonly limit: RouteLimit | null
  readonly bearer: boolean
}

/** What a method and path lead to. `methods` lists what a known path allows. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: PublicRoute }
  | { readonly kind: 'wrong-method'; readonly methods: readonly string[] }
  | { readonly kind: 'unknown' }

const jsonMaxBytes = 1024 * 1024
/** The specified 10 MB for the file, and the room that services leave for the other parts and the boundaries. */
const formMaxBytes = 10 * 1024 * 1024 + 256 * 1024
const idleMs = 30_000

/** A path segment as a tree: exact names first, then a parameter. */
interface Segment {
  readonly names: Map<string, Segment>
  parameter: Segment | null
  readonly methods: Map<string, PublicRoute>
}

const unknown: RouteMatch = { kind: 'unknown' }

/** Compiles the contracts' tables into a matcher. Internal routes are not in it, so nothing can reach them. */
export function compileRoutes(routes: readonly OwnedRoute[] = allRoutes()) {
  const root = segment()
  for (const { service, name, route } of routes) {
    if (!route.isPublicPath || service === 'gateway') continue
    insert(root, publicRoute(service, name, route))
  }
  /** Finds the route of a method and a raw path (no query). HEAD is answered by GET. */
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
  for (const part of route.path.slice(1).split('/')) {
    if (part.startsWith('{')) {
      at.parameter ??= segment()
      at = at.parameter
    } else {
      const next = at.names.get(part) ?? segment()
      at.names.set(part, next)
      at = next
    }
  }
  at.methods.set(route.method, route)
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

/** A parameter is one segment, also after decoding: no dots that climb, no hidden separators, no broken escapes. */
function isPlainSegment(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return false
  if (!part.includes('%')) return true
  try {
    const decoded = decodeURIComponent(part)
    return decoded !== '.' && decoded !== '..' && !/[/\\\0]/.test(decoded)
  } catch {
    // Broken escapes name nothing.
    return false
  }
}

function publicRoute(service: ProxiedService, name: string, route: Route): PublicRoute {
  const { method, path, limit, bearer, deadlineMs } = route
  const bodyMaxBytes = route.form ? formMaxBytes : jsonMaxBytes
  return {
    ...{ service, name, method, path, limit, bearer },
    isPublic: route.can === 'public',
    audience: [service, ...route.passes],
    limits: { bodyMaxBytes, deadlineMs, idleMs },
  }
}
