import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'
import { addressKey } from '@portal/service-kit/http/address-key'
import type { Logger } from '@portal/service-kit/logger'
import { pathOf, sendError } from '../responses/send-error.ts'
import type { ClientLimits } from './client-limits.ts'
import { CountedRequest } from './in-flight.ts'
import type { ObserveRequest } from './observe-requests.ts'
import type { PublicRoute, RouteMatch } from './public-routes.ts'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A request that passed the ingress: well-formed, for this host, within its address's limit. */
export interface AcceptedRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly requestId: string
  /** The client's address. */
  readonly address: string
  /** What the limits of requests in flight count. */
  readonly counted: CountedRequest
  /** Responds with the error, unless a response has begun. */
  readonly fail: (error: unknown) => void
}

/** The same for a declared route. */
export interface RoutedRequest extends AcceptedRequest {
  readonly route: PublicRoute
  /** The traceparent for services, if the request is recorded (W3C Trace Context). */
  readonly traceparent: string | null
}

interface DispatchOptions {
  readonly publicOrigin: string
  /** Reverse proxies in front whose X-Forwarded-For entry is believed. */
  readonly trustedProxies: number
  readonly matchRoute: (method: string, path: string) => RouteMatch
  readonly limits: ClientLimits
  readonly observe: ObserveRequest
  readonly toRoute: (request: RoutedRequest) => Promise<void>
  /** The identity provider; null when it has an origin of its own. */
  readonly toProvider: ((request: AcceptedRequest) => Promise<void>) | null
  /** Each ends with a slash. */
  readonly providerPaths: readonly string[]
  /** Everything else. */
  readonly toOwn: Listener
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** A path of RFC 3986 characters without empty segments at its start. */
const plainPath = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/[\]]*$/
const dotSegment = /(^|\/)\.{1,2}(\/|$)/
/** A letter, digit or -._~ in disguise: the same address to RFC 3986 §2.3, not to a route table. */
export const encodedUnreserved = /%(2d|2e|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i
const plainQuery = /^[\x21-\x7e]*$/

/** Dispatches requests to routes, the provider or the own app; refuses malformed ones. */
export function createDispatch(options: DispatchOptions): Listener {
  const { publicOrigin, headers, logger, limits, providerPaths, toRoute } = options
  const isOwnHost = acceptedHosts(publicOrigin)
  const addressOf = clientAddress(options.trustedProxies)
  return (incoming, outgoing) => {
    const requestId = randomUUID()
    const fail = (error: unknown, more?: Readonly<Record<string, string>>) =>
      sendError(error, { incoming, outgoing, requestId, headers: { ...headers, ...more }, logger })
    const refuseMethod = (allowed: Iterable<string>) =>
      fail(new CodedError('method_not_allowed', 'This address does not support this method.'), {
        allow: [...allowed].join(', '),
      })
    const path = pathOf(incoming)
    const method = incoming.method ?? ''
    if (!methods.has(method)) return refuseMethod(methods)
    if (!isPlain(path, incoming.url ?? ''))
      return fail(new CodedError('invalid_request', 'The address is malformed.'))
    if (!isOwnHost(incoming.headers.host) || hasTwoHosts(incoming.rawHeaders))
      return fail(new CodedError('invalid_request', `This portal is at ${publicOrigin}.`))
    const match = path.startsWith('/api/') ? options.matchRoute(method, path) : null
    if (match?.kind === 'wrong-method') return refuseMethod(match.methods)
    const route = match?.kind === 'route' ? match.route : null
    const isProviders = !route && providerPaths.some((own) => path.startsWith(own))
    const toProvider = isProviders ? options.toProvider : null
    if (!route && !toProvider) return options.toOwn(incoming, outgoing)
    const address = addressOf(incoming)
    const counted = new CountedRequest(incoming, outgoing)
    const traceparent = route ? options.observe({ incoming, outgoing, requestId }, route) : null
    const request: AcceptedRequest = { incoming, outgoing, requestId, address, counted, fail }
    try {
      const key = addressKey(address)
      limits.rates.address.take(key)
      if (!route?.isStream) limits.inFlight.address.enter(key, counted)
    } catch (error) {
      return fail(error)
    }
    if (route) toRoute({ ...request, route, traceparent }).catch(request.fail)
    else toProvider?.(request).catch(request.fail)
  }
}

function isPlain(path: string, url: string): boolean {
  return (
    plainPath.test(path) && !dotSegment.test(path) && !encodedUnreserved.test(path) && plainQuery.test(url)
  )
}

/** Node keeps the first of them; a proxy in front may have read the last. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Accepts the public host and, on a loopback portal, every loopback name. Any other host is DNS
 * rebinding or a misconfigured proxy.
 */
function acceptedHosts(publicOrigin: string): (host: string | undefined) => boolean {
  const own = new URL(publicOrigin)
  const isLocal = loopback.has(own.hostname)
  return (host) => {
    if (host === own.host) return true
    if (host === undefined || !isLocal) return false
    const colon = host.lastIndexOf(':')
    const [name, port] =
      colon > host.lastIndexOf(']') ? [host.slice(0, colon), host.slice(colon + 1)] : [host, '']
    return loopback.has(name) && port === own.port
  }
}

/** The client's address behind this many trusted proxies; other forwarded headers are ignored. */
export function clientAddress(trustedProxies: number): (incoming: IncomingMessage) => string {
  return (incoming) => {
    const direct = incoming.socket.remoteAddress ?? 'unknown'
    if (trustedProxies === 0) return direct
    const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    const hops = forwarded.split(',').map((hop) => hop.trim())
    return hops.at(-trustedProxies) || direct
  }
}
