import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'

/** A span that has ended, as the operator's page shows it. */
export interface FinishedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  /** Its code or kind; null: it went well. */
  readonly error: string | null
}

const milliseconds = ([seconds, nanoseconds]: readonly [number, number]) =>
  seconds * 1000 + nanoseconds / 1_000_000

/** What is kept of a span. */
export function finishedSpan(span: ReadableSpan): FinishedSpan {
  const { traceId, spanId } = span.spanContext()
  const isError = span.status.code === SpanStatusCode.ERROR
  return {
    traceId,
    spanId,
    parentId: span.parentSpanContext?.spanId ?? null,
    name: span.name,
    kind: (SpanKind[span.kind] ?? '').toLowerCase(),
    startedAt: milliseconds(span.startTime),
    durationMs: milliseconds(span.duration),
    error: isError ? String(span.attributes['error.type'] ?? 'error') : null,
  }
}
