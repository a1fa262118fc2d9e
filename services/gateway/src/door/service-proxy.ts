import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdHeader, wroteHeader } from '@portal/contracts/passport'
import type { Logger } from '@portal/service-kit/logger'
import { dataHeaders } from '../answers/security-headers.ts'
import { sendError } from '../answers/send-error.ts'
import { forward } from '../proxy/exchange.ts'
import { clientHeaders, serviceRequestHeaders } from '../proxy/forwarded-headers.ts'
import type { Upstream } from '../proxy/upstream.ts'
import type { PublicRoute } from './public-routes.ts'

/** What an admitted request carries inwards, and who wants to know what it wrote. */
export interface Grant {
  /** Names and values in turn: passport, events seen, client address. */
  readonly headers: readonly string[]
  /** Told the events that the request wrote, before the answer reaches the client. */
  readonly onWrote?: (events: string) => void
}

/** Decides whether a request may go to its service; throws a coded error when not. */
export type Admission = (incoming: IncomingMessage, route: PublicRoute) => Promise<Grant>

/** Parts of the proxy for services. */
export interface ServiceProxyOptions {
  readonly upstreams: Readonly<Record<PublicRoute['service'], Upstream>>
  readonly admit: Admission
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
}

/** Forwards requests of public routes to their services. */
export function createServiceProxy(options: ServiceProxyOptions) {
  const always = Object.entries(options.headers).flat()
  return function proxy(incoming: IncomingMessage, outgoing: ServerResponse, route: PublicRoute): void {
    const requestId = randomUUID()
    const fail = (error: unknown) => sendError(error, { incoming, outgoing, requestId, ...options })
    const send = (grant: Grant) => {
      if (outgoing.destroyed) return
      forward({
        incoming,
        outgoing,
        fail,
        upstream: options.upstreams[route.service],
        limits: route.limits,
        headers: [
          ...serviceRequestHeaders(incoming.rawHeaders),
          ...grant.headers,
          requestIdHeader,
          requestId,
        ],
        present: (headers) => {
          const wrote = headers[wroteHeader]
          if (grant.onWrote && typeof wrote === 'string') grant.onWrote(wrote)
          return clientHeaders(headers, {
            always: [...always, requestIdHeader, requestId],
            unless: dataHeaders,
          })
        },
      })
    }
    options.admit(incoming, route).then(send, fail)
  }
}
