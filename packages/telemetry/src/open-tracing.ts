import {
  type Context,
  isSpanContextValid,
  type Link,
  SpanKind as OtelKind,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type FinishedSpan, finishedSpan } from './finished-span.ts'
import { edgeKey, rootSampler } from './root-sampler.ts'
import type { RunningSpan, SpanKind, SpanStart, Tracing } from './running-span.ts'
import type { TracingConfig } from './telemetry-environment.ts'

/** Which part the spans are of, and who gets each that has ended. */
export interface TracedPart {
  readonly service: string
  readonly version: string
  readonly ended: ((span: FinishedSpan) => void) | null
}

const kinds: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
}

/**
 * Opens tracing by the OpenTelemetry SDK. Each part has a provider of its own and none is global,
 * because several parts may share a process.
 */
export function openTracing(config: TracingConfig, part: TracedPart): Tracing {
  const { exporter } = config
  const processors: SpanProcessor[] = []
  if (exporter) {
    const { url, timeoutMs: timeoutMillis, delayMs: scheduledDelayMillis } = exporter
    const sender = new OTLPTraceExporter({ url, headers: { ...exporter.headers }, timeoutMillis })
    processors.push(new BatchSpanProcessor({ exporter: sender, scheduledDelayMillis }))
  }
  if (part.ended) processors.push(keeping(part.ended))
  const provider = new TracerProvider({
    sampler: rootSampler(config.share),
    resource: resourceFromAttributes({
      'service.name': part.service,
      'service.namespace': 'portal',
      'service.version': part.version,
      ...config.resource,
    }),
    spanProcessors: processors,
  })
  const tracer = provider.getTracer('portal')
  return {
    start: (start) => begin(tracer, contextOf(start.parent, start.isEdge === true), start),
    stop: () => provider.shutdown(),
  }
}

function begin(tracer: Tracer, context: Context, start: Omit<SpanStart, 'parent'>): RunningSpan {
  const linked = start.link ? spanContextOf(start.link) : null
  const links: Link[] = linked ? [{ context: linked }] : []
  const options = { kind: kinds[start.kind], links, attributes: { ...start.facts } }
  const timed = start.startedAt === undefined ? options : { ...options, startTime: start.startedAt }
  return new OtelSpan(tracer, tracer.startSpan(start.name, timed, context))
}

class OtelSpan implements RunningSpan {
  readonly #tracer: Tracer
  readonly #span: Span
  readonly traceparent: string
  readonly isRecorded: boolean

  constructor(tracer: Tracer, span: Span) {
    const { traceId, spanId } = span.spanContext()
    this.#tracer = tracer
    this.#span = span
    this.isRecorded = span.isRecording()
    this.traceparent = `00-${traceId}-${spanId}-${this.isRecorded ? '01' : '00'}`
  }

  child(start: Omit<SpanStart, 'parent'>): RunningSpan {
    return begin(this.#tracer, trace.setSpan(ROOT_CONTEXT, this.#span), start)
  }

  end(facts?: Readonly<Record<string, string | number | boolean>>, error: string | null = null): void {
    if (!this.isRecorded) return
    if (facts) this.#span.setAttributes({ ...facts })
    if (error !== null) {
      this.#span.setAttribute('error.type', error)
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#span.end()
  }
}

function contextOf(traceparent: string | null, isEdge: boolean): Context {
  const parent = traceparent === null ? null : spanContextOf(traceparent)
  if (!parent) return ROOT_CONTEXT
  const context = trace.setSpanContext(ROOT_CONTEXT, parent)
  return isEdge ? context.setValue(edgeKey, true) : context
}

const form = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** What a traceparent names (https://www.w3.org/TR/trace-context); null if it is malformed. */
function spanContextOf(traceparent: string): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = form.exec(traceparent) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : null
}

function keeping(ended: (span: FinishedSpan) => void): SpanProcessor {
  return {
    onStart: () => undefined,
    onEnd: (span) => ended(finishedSpan(span)),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
}
