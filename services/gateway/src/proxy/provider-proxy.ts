import { requestIdHeader } from '@portal/contracts/passport'
import { publicError } from '@portal/service-kit/coded-error'
import { cookieNames } from '../authentication/cookies.ts'
import type { AcceptedRequest } from '../ingress/dispatch.ts'
import { heldPace, type RequestLimits } from '../ingress/public-routes.ts'
import { providerAway, retrySeconds, sendNotice } from '../responses/notice-page.ts'
import { dataHeaders } from '../responses/security-headers.ts'
import { forward } from './exchange.ts'
import { clientHeaders, providerRequestHeaders } from './forwarded-headers.ts'
import type { HeldBodies } from './held-bodies.ts'
import type { Upstream } from './upstream.ts'

interface ProviderProxyOptions {
  readonly upstream: Upstream
  readonly bodies: HeldBodies
  readonly publicOrigin: string
  readonly headers: Readonly<Record<string, string>>
}

const limits: RequestLimits = { bodyMaxBytes: 64 * 1024, deadlineMs: 10_000, ...heldPace }
const ownCookies = Object.values(cookieNames)

/** Serves the provider under the portal's origin, with its cookies and headers, without ours. */
export function createProviderProxy(options: ProviderProxyOptions) {
  const { host, protocol } = new URL(options.publicOrigin)
  const isHttps = protocol === 'https:'
  const origin = ['x-forwarded-host', host, 'x-forwarded-proto', protocol.slice(0, -1)]
  const unless = { ...options.headers, ...dataHeaders }
  return async function proxy(request: AcceptedRequest): Promise<void> {
    const { incoming, outgoing, requestId, address } = request
    const own = [requestIdHeader, requestId]
    const body = await options.bodies.read(request, limits)
    if (outgoing.destroyed) return
    forward({
      incoming,
      outgoing,
      body,
      fail: (error) => failWithPage(error, request, options.headers),
      limits,
      upstream: options.upstream,
      headers: [
        ...providerRequestHeaders(incoming.rawHeaders, ownCookies),
        'x-forwarded-for',
        address,
        ...origin,
        ...own,
      ],
      present: ({ 'strict-transport-security': hsts, ...headers }) =>
        // On plain http HSTS would lock people out of everything else on this host.
        clientHeaders(
          isHttps && hsts !== undefined ? { ...headers, 'strict-transport-security': hsts } : headers,
          { always: own, unless, isTrustedSite: true },
        ),
    })
  }
}

/** A browser that navigates to a provider that is away gets a page, others the coded error. */
function failWithPage(
  error: unknown,
  { incoming, outgoing, requestId, fail }: AcceptedRequest,
  headers: Readonly<Record<string, string>>,
): void {
  const isAway = publicError(error, requestId).status >= 500
  const wantsPage = incoming.headers.accept?.includes('text/html') && incoming.method !== 'HEAD'
  const context = { outgoing, requestId, headers: { ...headers, 'retry-after': String(retrySeconds) } }
  if (isAway && wantsPage && !outgoing.headersSent && !outgoing.destroyed)
    void sendNotice(providerAway('/'), context)
  else fail(error)
}
