import type { FinishedSpan } from './finished-span.ts'
import { type Count, type Durations, Metrics, type Series } from './metrics.ts'
import type { Tracing } from './running-span.ts'
import { readTracingConfig, type TelemetryEnvironment } from './telemetry-environment.ts'
import type { EngineLabel } from './traced-engines.ts'

/** The latest of something, of at most an hour: the oldest gives way. */
export class Recent<One> {
  readonly #max: number
  readonly #kept: { readonly at: number; readonly one: One }[] = []
  #next = 0

  constructor(max: number) {
    this.#max = max
  }

  add(one: One): void {
    this.#kept[this.#next] = { at: Date.now(), one }
    this.#next = (this.#next + 1) % this.#max
  }

  /** The oldest first. */
  list(): One[] {
    const since = Date.now() - hourMs
    const inOrder = [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)]
    return inOrder.filter(({ at }) => at >= since).map(({ one }) => one)
  }
}

/** An error of the log: what happened where, without the words of the error itself. */
export interface LoggedError {
  readonly at: number
  readonly message: string
  readonly route: string | null
  /** The error's code or class. */
  readonly error: string | null
  readonly requestId: string | null
  readonly traceId: string | null
}

/** What one part of the portal counts, traces and remembers of its work. */
export interface Telemetry {
  readonly service: string
  readonly version: string
  readonly startedAt: Date
  readonly metrics: Metrics
  /** Null: off, which costs nothing. */
  readonly tracing: Tracing | null
  /** Empty while traces are not kept. */
  readonly spans: Recent<FinishedSpan>
  readonly errors: Recent<LoggedError>
  readonly requests: Series<Durations, 'route' | 'status'>
  readonly engineCalls: Series<Durations, EngineLabel>
  readonly jobs: Series<Durations, 'kind' | 'outcome'>
  readonly handled: Series<Durations, 'consumer' | 'outcome'>
  readonly published: Series<Count, 'type'>
}

interface Part {
  readonly service: string
  readonly version: string
}

const hourMs = 3_600_000
const spansMax = 2000
const errorsMax = 50

/** The telemetry of a part, with traces when its environment asks for them. */
export async function openTelemetry(part: Part, environment: TelemetryEnvironment): Promise<Telemetry> {
  const config = readTracingConfig(environment)
  const telemetry = quietTelemetry(part)
  if (!config) return telemetry
  // Loaded when it is wanted: without traces the SDK takes neither time nor memory.
  const { openTracing } = await import('./open-tracing.ts')
  const { spans } = telemetry
  const ended = config.keepsRecent ? (span: FinishedSpan) => spans.add(span) : null
  return { ...telemetry, tracing: openTracing(config, { ...part, ended }) }
}

/** Tracing of a thread of a part, which gives the part what it keeps. */
export async function openThreadTracing(
  part: Part,
  environment: TelemetryEnvironment,
  ended: (span: FinishedSpan) => void,
): Promise<Tracing | null> {
  const config = readTracingConfig(environment)
  if (!config) return null
  const { openTracing } = await import('./open-tracing.ts')
  return openTracing(config, { ...part, ended: config.keepsRecent ? ended : null })
}

/** Telemetry without traces: counts alone. */
export function quietTelemetry({ service, version }: Part): Telemetry {
  const metrics = new Metrics()
  metrics.gauge(
    { name: 'portal_build_info', help: 'The version of a part; always 1.', labels: ['version'] },
    async () => [[{ version }, 1]],
  )
  return {
    ...{ service, version, metrics },
    startedAt: new Date(),
    tracing: null,
    spans: new Recent(spansMax),
    errors: new Recent(errorsMax),
    ...countedWork(metrics),
  }
}

/** What every part counts of its work. */
function countedWork(metrics: Metrics) {
  return {
    requests: metrics.durations({
      name: 'portal_request_duration_seconds',
      help: 'Requests by route and status; at a service to the head of the response, at the gateway to its end.',
      labels: ['route', 'status'],
    }),
    engineCalls: metrics.durations({
      name: 'portal_engine_call_duration_seconds',
      help: 'Calls of engines behind ports, by engine, call and outcome.',
      labels: ['engine', 'call', 'outcome'],
    }),
    jobs: metrics.durations({
      name: 'portal_job_duration_seconds',
      help: 'Runs of jobs, by kind and outcome.',
      labels: ['kind', 'outcome'],
    }),
    handled: metrics.durations({
      name: 'portal_event_handling_duration_seconds',
      help: 'Deliveries of events, by consumer group and outcome, with their repetitions.',
      labels: ['consumer', 'outcome'],
    }),
    published: metrics.counters({
      name: 'portal_events_published_total',
      help: 'Events published, by type.',
      labels: ['type'],
    }),
  }
}
