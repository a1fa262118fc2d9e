import type { PartBacklog, PartReport, Timing } from '@portal/contracts/operations'
import { expose } from '@portal/telemetry/exposition'
import type { Durations, Labels, Series } from '@portal/telemetry/metrics'
import type { Telemetry } from '@portal/telemetry/telemetry'
import type { Hono } from 'hono'

/** What a part reports of its work at its internal address; `backlog` where it has one. */
export interface TelemetryRoutes {
  readonly telemetry: Telemetry
  readonly backlog?: () => Promise<PartBacklog>
}

/**
 * Adds `/metrics`, for Prometheus, and `/operations`, for the operator's page. Both are for the
 * internal address only: the gateway proxies neither.
 */
export function addTelemetryRoutes(app: Hono, { telemetry, backlog }: TelemetryRoutes): void {
  const { metrics, service } = telemetry
  app.get('/metrics', async (c) => {
    const { body, contentType } = expose(await metrics.read(), c.req.header('accept') ?? '', { service })
    return c.body(body, 200, { 'content-type': contentType })
  })
  app.get('/operations', async (c) => c.json(await reportOf(telemetry, backlog, c.req.query('trace'))))
}

async function reportOf(
  telemetry: Telemetry,
  backlog: TelemetryRoutes['backlog'],
  trace: string | undefined,
): Promise<PartReport> {
  const { service, version, startedAt, tracing, requests, engineCalls, errors, spans } = telemetry
  return {
    ...{ service, version, isTracing: tracing !== null },
    startedAt: startedAt.toISOString(),
    ...(backlog && { backlog: await backlog().catch(() => null) }),
    routes: timings(requests, ({ route = '' }) => route, isServerError),
    engines: timings(
      engineCalls,
      ({ engine, call }) => `${engine} ${call}`,
      ({ outcome }) => outcome !== 'ok',
    ),
    errors: errors.list(),
    spans: spans.list().filter(({ traceId }) => trace === undefined || traceId === trace),
  }
}

function isServerError({ status = '' }: Labels): boolean {
  return status.startsWith('5')
}

/** One line for all series with the same label. */
function timings(
  series: Series<Durations>,
  labelOf: (labels: Labels) => string,
  isFailure: (labels: Labels) => boolean,
): Timing[] {
  const byLabel = Map.groupBy(series.entries, ({ labels }) => labelOf(labels))
  return [...byLabel].map(([label, entries]) => {
    const longest = entries.reduce((a, b) => (b.one.count > a.one.count ? b : a)).one
    const count = (those: typeof entries) => those.reduce((sum, { one }) => sum + one.count, 0)
    return {
      label,
      count: count(entries),
      failures: count(entries.filter(({ labels }) => isFailure(labels))),
      p50Ms: longest.quantile(0.5) * 1000,
      p95Ms: longest.quantile(0.95) * 1000,
      maxMs: Math.max(...entries.map(({ one }) => one.max)) * 1000,
    }
  })
}
