import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { pathOf, sendError } from '../responses/send-error.ts'
import type { PublicRoute, RouteMatch } from './public-routes.ts'
import { addressKey, type RateLimiter } from './rate-limiter.ts'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * A request that has passed the ingress: well-formed, for this host, within its address's limit.
 */
export interface AcceptedRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly requestId: string
  /** The client's address. */
  readonly address: string
  /** Responds with the error, unless a response has begun. */
  readonly fail: (error: unknown) => void
}

/** The same for a declared route. */
export interface RoutedRequest extends AcceptedRequest {
  readonly route: PublicRoute
}

/** What requests are dispatched to, and what they are checked against. */
export interface DispatchOptions {
  readonly publicOrigin: string
  /** Reverse proxies in front whose X-Forwarded-For entry is believed. */
  readonly trustedProxies: number
  readonly matchRoute: (method: string, path: string) => RouteMatch
  readonly addressLimit: RateLimiter
  readonly toRoute: (request: RoutedRequest) => Promise<void>
  /**
   * The identity provider, for paths below `providerPaths`; null when it has an origin of its own.
   */
  readonly toProvider: ((request: AcceptedRequest) => void) | null
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
const dotSegment = /(^|\/)(\.|%2e){1,2}(\/|$)/i
const plainQuery = /^[\x21-\x7e]*$/

/**
 * Dispatches each request to a route, the provider or the gateway's own app; rejects malformed
 * ones.
 */
export function createDispatch(options: DispatchOptions): Listener {
  const isOwnHost = acceptedHosts(options.publicOrigin)
  const addressOf = clientAddress(options.trustedProxies)
  const failWith = errorSender(options)
  const refuse = (error: CodedError, exchange: Exchange, more?: Readonly<Record<string, string>>) =>
    failWith(error, { ...exchange, requestId: randomUUID() }, more)
  const refuseMethod = (exchange: Exchange, allowed: Iterable<string>) =>
    refuse(new CodedError('method_not_allowed', 'This address does not support this method.'), exchange, {
      allow: [...allowed].join(', '),
    })
  const isWithinLimit = ({ address, fail }: AcceptedRequest) => {
    try {
      options.addressLimit.take(addressKey(address))
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }
  return (incoming, outgoing) => {
    const path = pathOf(incoming)
    const method = incoming.method ?? ''
    if (!methods.has(method)) return refuseMethod({ incoming, outgoing }, methods)
    if (!isPlain(path, incoming.url ?? '')) return refuse(malformed(), { incoming, outgoing })
    if (!isOwnHost(incoming.headers.host))
      return refuse(misdirected(options.publicOrigin), { incoming, outgoing })
    if (path.startsWith('/api/')) {
      const match = options.matchRoute(method, path)
      if (match.kind === 'wrong-method') return refuseMethod({ incoming, outgoing }, match.methods)
      if (match.kind === 'route') {
        const { route } = match
        const [requestId, address] = [randomUUID(), addressOf(incoming)]
        const fail = (error: unknown) => failWith(error, request)
        const request: RoutedRequest = { incoming, outgoing, route, requestId, address, fail }
        if (isWithinLimit(request)) options.toRoute(request).catch(fail)
        return
      }
    }
    if (options.toProvider && options.providerPaths.some((own) => path.startsWith(own))) {
      const [requestId, address] = [randomUUID(), addressOf(incoming)]
      const fail = (error: unknown) => failWith(error, request)
      const request: AcceptedRequest = { incoming, outgoing, requestId, address, fail }
      if (isWithinLimit(request)) options.toProvider(request)
      return
    }
    options.toOwn(incoming, outgoing)
  }
}

type Exchange = Pick<AcceptedRequest, 'incoming' | 'outgoing'>

function errorSender({ headers, logger }: Pick<DispatchOptions, 'headers' | 'logger'>) {
  return (
    error: unknown,
    { incoming, outgoing, requestId }: Exchange & Pick<AcceptedRequest, 'requestId'>,
    more: Readonly<Record<string, string>> = {},
  ) => sendError(error, { incoming, outgoing, requestId, headers: { ...headers, ...more }, logger })
}

function isPlain(path: string, url: string): boolean {
  return plainPath.test(path) && !dotSegment.test(path) && plainQuery.test(url)
}

function malformed(): CodedError {
  return new CodedError('invalid_request', 'The address is malformed.')
}

function misdirected(publicOrigin: string): CodedError {
  return new CodedError('invalid_request', `This portal is at ${publicOrigin}.`)
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

/**
 * The client's address behind this many trusted proxies; with none, no forwarded header is
 * believed.
 */
export function clientAddress(trustedProxies: number): (incoming: IncomingMessage) => string {
  return (incoming) => {
    const direct = incoming.socket.remoteAddress ?? 'unknown'
    if (trustedProxies === 0) return direct
    const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    const hops = forwarded.split(',').map((hop) => hop.trim())
    return hops.at(-trustedProxies) || direct
  }
}
