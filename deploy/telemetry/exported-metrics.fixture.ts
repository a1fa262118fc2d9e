import { proxiedServices } from '@portal/contracts/services'
import { exposeBacklog } from '@portal/service-kit/telemetry/backlog'
import { countMeasures } from '@portal/service-kit/telemetry/measures'
import type { DeclaredMetric } from '@portal/telemetry/metrics'
import { quietTelemetry } from '@portal/telemetry/telemetry'
import { loadDefinition } from '../standalone/load-part.ts'

/** What parts declare as they start: their common metrics, their backlog's, and each one's own. */
export async function exportedMetrics(): Promise<readonly DeclaredMetric[]> {
  const { metrics } = quietTelemetry({ service: 'test', version: 'test' })
  exposeBacklog(metrics, () => Promise.reject(new Error('Nobody reads it.')))
  for (const name of proxiedServices) countMeasures(metrics, (await loadDefinition(name)).measures ?? [])
  return metrics.declared
}
