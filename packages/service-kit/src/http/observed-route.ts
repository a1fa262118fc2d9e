import { requestIdHeader } from '@portal/contracts/passport'
import type { Route } from '@portal/contracts/route'
import type { Durations } from '@portal/telemetry/metrics'
import { asActive } from '@portal/telemetry/running-span'
import type { Telemetry } from '@portal/telemetry/telemetry'
import type { Context } from 'hono'

/**
 * Times a route's requests, and records them within the trace of their caller. Requests without one
 * begin none: the gateway decides which are recorded.
 */
export function observedRoute(route: Pick<Route, 'method' | 'path'>, telemetry: Telemetry | undefined) {
  const name = `${route.method} ${route.path}`
  const byStatus = new Map<number, Durations>()
  const durationsOf = (status: number, { requests }: Telemetry) => {
    const known = byStatus.get(status) ?? requests.of({ route: name, status: String(status) })
    byStatus.set(status, known)
    return known
  }
  return async (c: Context, run: () => Promise<Response>): Promise<Response> => {
    if (!telemetry) return run()
    const since = performance.now()
    const parent = telemetry.tracing && c.req.header('traceparent')
    if (!telemetry.tracing || !parent) {
      const response = await run()
      durationsOf(response.status, telemetry).observe((performance.now() - since) / 1000)
      return response
    }
    const facts = { 'http.request.method': route.method, 'http.route': route.path }
    const span = telemetry.tracing.start({ name, kind: 'server', parent, facts })
    const response = await (span.isRecorded ? asActive(span, run) : run())
    const { status, headers } = response
    durationsOf(status, telemetry).observe((performance.now() - since) / 1000)
    const ended = { 'http.response.status_code': status, 'request.id': headers.get(requestIdHeader) ?? '' }
    span.end(ended, status >= 500 ? String(status) : null)
    return response
  }
}
