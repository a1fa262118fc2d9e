import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { pathOf, sendError } from '../answers/send-error.ts'
import { acceptedHosts } from './accepted-hosts.ts'
import type { PublicRoute, RouteMatch } from './public-routes.ts'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** What stands behind the door. */
export interface DispatchOptions {
  readonly publicOrigin: string
  readonly matchRoute: (method: string, path: string) => RouteMatch
  readonly toService: (incoming: IncomingMessage, outgoing: ServerResponse, route: PublicRoute) => void
  /** The identity provider, for addresses below one of `providerPaths`; null when it has an origin of its own. */
  readonly toProvider: Listener | null
  /** Each with a slash at the end. */
  readonly providerPaths: readonly string[]
  /** `GET /api/events`, which holds its connection. */
  readonly toEvents: Listener
  /** Everything else that the gateway answers itself. */
  readonly toOwn: Listener
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** A path of RFC 3986 characters, one slash at a time, without dot segments. */
const plainPath = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/[\]]*$/
const dotSegment = /(^|\/)(\.|%2e){1,2}(\/|$)/i
const plainQuery = /^[\x21-\x7e]*$/

/** Sends each request where it belongs: a service, the provider, or the gateway itself. Malformed ones go nowhere. */
export function createDispatch(options: DispatchOptions): Listener {
  const isOwnHost = acceptedHosts(options.publicOrigin)
  return (incoming, outgoing) => {
    const path = pathOf(incoming)
    const method = incoming.method ?? ''
    const refuse = (error: CodedError, more: Readonly<Record<string, string>> = {}) => {
      const headers = { ...options.headers, ...more }
      sendError(error, { incoming, outgoing, requestId: randomUUID(), headers, logger: options.logger })
    }
    const refuseMethod = (allowed: readonly string[]) =>
      refuse(new CodedError('method_not_allowed', 'This address does not answer this method.'), {
        allow: allowed.join(', '),
      })
    if (!methods.has(method)) return refuseMethod([...methods])
    if (!isPlain(path, incoming.url ?? '')) return refuse(malformed())
    if (!isOwnHost(incoming.headers.host)) return refuse(misdirected(options.publicOrigin))
    if (path.startsWith('/api/')) {
      if (path === '/api/events' && method === 'GET') return options.toEvents(incoming, outgoing)
      const match = options.matchRoute(method, path)
      if (match.kind === 'route') return options.toService(incoming, outgoing, match.route)
      if (match.kind === 'wrong-method') return refuseMethod(match.methods)
    }
    if (options.toProvider && options.providerPaths.some((own) => path.startsWith(own))) {
      return options.toProvider(incoming, outgoing)
    }
    options.toOwn(incoming, outgoing)
  }
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
