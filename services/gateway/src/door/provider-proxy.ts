import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdHeader } from '@portal/contracts/passport'
import type { Logger } from '@portal/service-kit/logger'
import { type ExchangeLimits, forward } from '../proxy/exchange.ts'
import { clientHeaders, providerRequestHeaders } from '../proxy/forwarded-headers.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { cookieNames } from '../sessions/cookies.ts'
import { addressKey } from './client-address.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { dataHeaders } from './security-headers.ts'
import { sendError } from './send-error.ts'

/** Parts of the proxy for the identity provider's pages and endpoints. */
export interface ProviderProxyOptions {
  readonly upstream: Upstream
  readonly publicOrigin: string
  readonly limit: RateLimiter
  readonly addressOf: (incoming: IncomingMessage) => string
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
}

const limits: ExchangeLimits = { bodyMaxBytes: 64 * 1024, deadlineMs: 10_000, idleMs: 30_000 }
const ownCookies = Object.values(cookieNames)

/** Shows the provider under the portal's own origin. It keeps its cookies and its headers; the portal's cookies stay out of it. */
export function createProviderProxy(options: ProviderProxyOptions) {
  const { host, protocol } = new URL(options.publicOrigin)
  const place = ['x-forwarded-host', host, 'x-forwarded-proto', protocol.slice(0, -1)]
  const unless = { ...options.headers, ...dataHeaders }
  return function proxy(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const requestId = randomUUID()
    const own = [requestIdHeader, requestId]
    const fail = (error: unknown) => sendError(error, { incoming, outgoing, requestId, ...options })
    const address = options.addressOf(incoming)
    try {
      options.limit.take(addressKey(address))
    } catch (error) {
      fail(error)
      return
    }
    forward({
      incoming,
      outgoing,
      fail,
      limits,
      upstream: options.upstream,
      headers: [
        ...providerRequestHeaders(incoming.rawHeaders, ownCookies),
        'x-forwarded-for',
        address,
        ...place,
        ...own,
      ],
      present: (headers) => clientHeaders(headers, { always: own, unless, isTrustedSite: true }),
    })
  }
}
