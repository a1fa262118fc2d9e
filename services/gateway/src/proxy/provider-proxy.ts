import type { IncomingHttpHeaders } from 'node:http'
import { requestIdHeader } from '@portal/contracts/passport'
import { CodedError, publicError } from '@portal/service-kit/coded-error'
import { cookieNames } from '../authentication/cookies.ts'
import type { AcceptedRequest } from '../ingress/dispatch.ts'
import { heldPace, type RequestLimits } from '../ingress/public-routes.ts'
import type { SignIns } from '../login/sign-in-admission.ts'
import { crowded, type Notice, providerAway, retrySeconds, sendNotice } from '../responses/notice-page.ts'
import { dataHeaders } from '../responses/security-headers.ts'
import { forward } from './exchange.ts'
import { clientHeaders, providerRequestHeaders } from './forwarded-headers.ts'
import type { HeldBodies } from './held-bodies.ts'
import type { Upstream } from './upstream.ts'

interface ProviderProxyOptions {
  readonly upstream: Upstream
  readonly bodies: HeldBodies
  readonly publicOrigin: string
  /** Where logins begin, if it is known. */
  readonly authorizationPath: () => string | null
  readonly signIns: SignIns
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
    const { pathname, searchParams } = new URL(incoming.url ?? '/', options.publicOrigin)
    const isLogin = pathname.replace(/\/+$/, '') === options.authorizationPath()
    if (isLogin && !mayBegin(options, request, searchParams.get('state') ?? '')) {
      sendPage(crowded('/'), request, { ...options, otherwise: tooMany() })
      return
    }
    const body = await options.bodies.read(request, limits)
    if (outgoing.destroyed) return
    forward({
      incoming,
      outgoing,
      body,
      fail: (error) =>
        publicError(error, requestId).status >= 500
          ? sendPage(providerAway('/'), request, { ...options, otherwise: error })
          : request.fail(error),
      limits,
      upstream: options.upstream,
      headers: [
        ...providerRequestHeaders(incoming.rawHeaders, ownCookies),
        'x-forwarded-for',
        address,
        ...origin,
        ...own,
      ],
      present: ({ 'strict-transport-security': hsts, ...received }) => {
        const headers = searchParams.get('prompt') === 'none' ? withoutLoginCookies(received) : received
        // On plain http HSTS would lock people out of everything else on this host.
        return clientHeaders(
          isHttps && hsts !== undefined ? { ...headers, 'strict-transport-security': hsts } : headers,
          { always: own, unless, isTrustedSite: true },
        )
      },
    })
  }
}

/**
 * Of a silent check that found no session. Keycloak sets the cookies of a login all the same; where
 * somebody pressed Login meanwhile, they would replace those of the page that is open now.
 */
function withoutLoginCookies(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'set-cookie': _, ...others } = headers
  return /[?&]error=/.test(headers.location ?? '') ? others : headers
}

/**
 * Whether a request may begin a login: once for an attempt that our login route has admitted,
 * otherwise as it would there.
 */
function mayBegin(
  { signIns }: ProviderProxyOptions,
  { incoming, address }: AcceptedRequest,
  state: string,
): boolean {
  const { cookie: cookies } = incoming.headers
  const isOurs = signIns.attempts.start(cookies, state)
  return isOurs || signIns.admission.admits({ cookies, address })
}

/** Navigations get a page, other requests the coded error. */
function sendPage(
  notice: Notice,
  { incoming, outgoing, requestId, fail }: AcceptedRequest,
  { headers, otherwise }: { headers: Readonly<Record<string, string>>; otherwise: unknown },
): void {
  const wantsPage = incoming.headers.accept?.includes('text/html') && incoming.method !== 'HEAD'
  const context = { outgoing, requestId, headers: { ...headers, 'retry-after': String(retrySeconds) } }
  if (wantsPage && !outgoing.headersSent && !outgoing.destroyed) void sendNotice(notice, context)
  else fail(otherwise)
}

function tooMany(): CodedError {
  const message = 'Too many people are logging in right now. Please try again in a moment.'
  return new CodedError('rate_limited', message, { retryAfterSeconds: retrySeconds })
}
