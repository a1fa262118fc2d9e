import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import type { Metrics } from '@portal/telemetry/metrics'

/** Counts an event by the values of `by`, one of its fields that has few of them. */
export interface Measure {
  readonly event: EventDefinition
  /** Ends in `_total`. */
  readonly name: string
  readonly help: string
  readonly by: string
  /** The values of `by`: exposed from the start, so that the first increase is not lost. */
  readonly values: readonly string[]
}

/** Counts published events; one relay per service publishes, so that replicas add up. */
export function countMeasures(metrics: Metrics, measures: readonly Measure[]) {
  const counted = measures.map(({ name, help, by, event, values }) => {
    const counts = metrics.counters({ name, help, labels: [by] })
    for (const value of values) counts.of({ [by]: value })
    return { event, by, counts }
  })
  return ({ type, data }: Pick<EventEnvelope, 'type' | 'data'>): void => {
    for (const { event, by, counts } of counted)
      if (event.type === type) counts.of({ [by]: String(data[by]) }).add()
  }
}
