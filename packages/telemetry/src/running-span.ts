import { AsyncLocalStorage } from 'node:async_hooks'

/** What a span is about: a request served, an event handled or published, work within. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

/** Facts about a span: routes, statuses, names of engines; nothing that somebody typed. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** How a span begins. `parent` and `link` are W3C traceparents. */
export interface SpanStart {
  readonly name: string
  readonly kind: SpanKind
  readonly parent: string | null
  /** The span that caused this one at another time. */
  readonly link?: string | null
  /** Milliseconds since 1970; now by default. */
  readonly startedAt?: number
  readonly facts?: Facts
  /** The parent is a stranger's, who decides nothing: neither whether the span is recorded. */
  readonly isEdge?: boolean
}

/** A span that has begun. One that is not recorded passes that decision on. */
export interface RunningSpan {
  /** To send along, so that what others do belongs to the same trace. */
  readonly traceparent: string
  readonly isRecorded: boolean
  /** A span within this one. */
  child(start: Omit<SpanStart, 'parent'>): RunningSpan
  /** With an error: its code or kind, never its message. */
  end(facts?: Facts, error?: string | null): void
}

/** Begins spans of one part of the portal; null while traces are off. */
export interface Tracing {
  start(start: SpanStart): RunningSpan
  /** Sends what has not been sent. */
  stop(): Promise<void>
}

const active = new AsyncLocalStorage<RunningSpan>()

/** The recorded span within which this code runs, if any. */
export function activeSpan(): RunningSpan | null {
  return active.getStore() ?? null
}

/** The header of calls to other services, so that they join the trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const span = active.getStore()
  return span ? { traceparent: span.traceparent } : {}
}

/** The ids of the trace and the span for a line of the log; nothing outside of traces. */
export function traceFields(): Readonly<Record<string, string>> {
  const span = active.getStore()
  if (!span?.isRecorded) return {}
  const [, trace_id = '', span_id = ''] = span.traceparent.split('-')
  return { trace_id, span_id }
}

/** Runs within a span that ends with it. Without tracing just runs. */
export async function inSpan<T>(
  tracing: Pick<Tracing, 'start'> | null,
  start: () => SpanStart,
  run: () => Promise<T>,
): Promise<T> {
  return tracing ? within(tracing.start(start()), run) : run()
}

/** Runs as a part of the active span, if there is one. */
export async function inChildSpan<T>(start: Omit<SpanStart, 'parent'>, run: () => Promise<T>): Promise<T> {
  const span = active.getStore()
  return span?.isRecorded ? within(span.child(start), run) : run()
}

/** Runs with this span as the active one, and leaves it to the caller to end it. */
export function asActive<T>(span: RunningSpan, run: () => T): T {
  return active.run(span, run)
}

async function within<T>(span: RunningSpan, run: () => Promise<T>): Promise<T> {
  try {
    const result = await active.run(span, run)
    span.end()
    return result
  } catch (error) {
    span.end({}, errorKind(error))
    throw error
  }
}

/** An error's code or class: messages may quote what somebody wrote. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
