import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdHeader } from '@portal/contracts/passport'
import { publicError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { sendNotice } from '../answers/notice-page.ts'
import { dataHeaders } from '../answers/security-headers.ts'
import { type ErrorContext, sendError } from '../answers/send-error.ts'
import { awaySeconds, providerAway } from '../identity/provider-away.ts'
import { type ExchangeLimits, forward } from '../proxy/exchange.ts'
import { clientHeaders, providerRequestHeaders } from '../proxy/forwarded-headers.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { cookieNames } from '../sessions/cookies.ts'
import { addressKey } from './client-address.ts'
import type { RateLimiter } from './rate-limiter.ts'

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
  const isHttps = protocol === 'https:'
  const place = ['x-forwarded-host', host, 'x-forwarded-proto', protocol.slice(0, -1)]
  const unless = { ...options.headers, ...dataHeaders }
  return function proxy(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const requestId = randomUUID()
    const own = [requestIdHeader, requestId]
    const fail = (error: unknown) => refuse(error, { incoming, outgoing, requestId, ...options })
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
      present: ({ 'strict-transport-security': hsts, ...headers }) =>
        // On plain http it would shut people out of everything else on this host.
        clientHeaders(
          isHttps && hsts !== undefined ? { ...headers, 'strict-transport-security': hsts } : headers,
          {
            always: own,
            unless,
            isTrustedSite: true,
          },
        ),
    })
  }
}

/** A person who expects a page of the provider gets one that says what is wrong; anything else the coded error. */
function refuse(error: unknown, context: ErrorContext): void {
  const { incoming, outgoing } = context
  const isAway = publicError(error, context.requestId).status >= 500
  const isPage = incoming.headers.accept?.includes('text/html') === true && incoming.method !== 'HEAD'
  if (!isAway || !isPage || outgoing.headersSent || outgoing.destroyed) {
    sendError(error, context)
    return
  }
  const headers = { ...context.headers, 'retry-after': String(awaySeconds) }
  void sendNotice(providerAway('/'), { ...context, headers })
}
