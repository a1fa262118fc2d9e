import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Durations } from '@portal/telemetry/metrics'
import type { Telemetry } from '@portal/telemetry/telemetry'
import type { PublicRoute } from './public-routes.ts'

interface Observed {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly requestId: string
}

/** Follows a request to its end; returns the traceparent for services if it is recorded. */
export type ObserveRequest = (request: Observed, route: PublicRoute) => string | null

/** The status counted for a response whose client left (as nginx does). */
const left = 499

/**
 * Times requests by route and status until their response has been sent, and records them. It
 * continues the browser's trace, but decides itself whether to record it.
 */
export function observeRequests({ requests, tracing }: Telemetry): ObserveRequest {
  const known = new Map<PublicRoute, Map<number, Durations>>()
  const durationsOf = (route: PublicRoute, name: string, status: number) => {
    const byStatus = known.get(route) ?? new Map<number, Durations>()
    const durations = byStatus.get(status) ?? requests.of({ route: name, status: String(status) })
    known.set(route, byStatus.set(status, durations))
    return durations
  }
  return ({ incoming, outgoing, requestId }, route) => {
    const since = performance.now()
    const { method, path } = route.contract
    const name = `${method} ${path}`
    const span = tracing?.start({
      ...{ name, kind: 'server', isEdge: true },
      parent: String(incoming.headers['traceparent'] ?? ''),
      facts: { 'http.request.method': method, 'http.route': path, 'request.id': requestId },
    })
    outgoing.once('close', () => {
      const status = outgoing.headersSent ? outgoing.statusCode : left
      durationsOf(route, name, status).observe((performance.now() - since) / 1000)
      span?.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : null)
    })
    return span?.isRecorded ? span.traceparent : null
  }
}
