import { operationsApi, type Span, type TraceSummary } from '@portal/contracts/operations'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { counted } from '@portal/ui/counted'
import { FoldMark } from '@portal/ui/fold-mark'
import { MoreRows } from '@portal/ui/more-rows'
import { RelativeTime } from '@portal/ui/relative-time'
import { Skeleton } from '@portal/ui/skeleton'
import { useState } from 'react'
import { durationText, Section } from './section.tsx'

interface TraceListProps {
  readonly traces: readonly TraceSummary[]
  readonly isTracing: boolean
}

const shownAtFirst = 10

/** Requests of the last hour, each with what it led to in every part. */
export function TraceList({ traces, isTracing }: TraceListProps) {
  const [shown, setShown] = useState(shownAtFirst)
  const rows = traces.slice(0, shown)
  return (
    <Section
      title="Traces of the last hour"
      empty={
        isTracing
          ? 'Nothing has been recorded in the last hour.'
          : 'Traces are off. RECENT_TRACES=on keeps those of the last hour.'
      }
      rows={rows.map((trace) => <TraceRow key={trace.traceId} trace={trace} />)}
    >
      <MoreRows
        shown={rows.length}
        found={traces.length}
        what="traces"
        onMore={() => setShown(traces.length)}
        className="border-subtle border-t px-4 py-3"
      />
    </Section>
  )
}

function TraceRow({ trace }: { readonly trace: TraceSummary }) {
  const { traceId, name, startedAt, durationMs, spans, services, hasError } = trace
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-subtle border-t">
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <span className="flex min-w-0 flex-1 basis-56 items-center gap-2">
            <FoldMark />
            <code className="wrap-anywhere text-12">{name}</code>
          </span>
          {hasError && <Badge tone="danger">Error</Badge>}
          <span className="text-secondary tabular-nums">
            {durationText(durationMs)}, {counted(spans, 'span')} of {counted(services.length, 'part')}
          </span>
          <RelativeTime
            at={new Date(startedAt).toISOString()}
            className="text-tertiary md:w-28 md:text-end"
          />
        </summary>
        {isOpen && <Spans traceId={traceId} />}
      </details>
    </li>
  )
}

function Spans({ traceId }: { readonly traceId: string }) {
  const trace = useRouteQuery(operationsApi.readTrace, { params: { traceId } })
  const spans = trace.data?.spans ?? []
  const begin = Math.min(...spans.map(({ startedAt }) => startedAt))
  const wholeMs = Math.max(1, ...spans.map(({ startedAt, durationMs }) => startedAt + durationMs - begin))
  return (
    <div className="border-subtle border-t px-4 py-3">
      {trace.isPending && (
        <div role="status" aria-label="Loading the trace">
          <Skeleton className="h-24" />
        </div>
      )}
      <ReadFailure title="The trace could not be loaded" query={trace} />
      <ol aria-label="Spans" className="flex flex-col gap-1.5">
        {spans.map((span) => (
          <SpanRow key={span.spanId} span={span} begin={begin} wholeMs={wholeMs} />
        ))}
      </ol>
      {spans.length > 0 && <p className="wrap-anywhere mt-2 text-12 text-tertiary">Trace {traceId}</p>}
    </div>
  )
}

interface SpanRowProps {
  readonly span: Span & { readonly service: string }
  readonly begin: number
  readonly wholeMs: number
}

function SpanRow({ span, begin, wholeMs }: SpanRowProps) {
  const { service, name, startedAt, durationMs, error } = span
  const left = (100 * (startedAt - begin)) / wholeMs
  const width = Math.max(0.5, (100 * durationMs) / wholeMs)
  return (
    <li className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-12">
        <span className="wrap-anywhere min-w-0">
          <span className="font-medium">{service}</span> <code>{name}</code>
          {error !== null && <span className="text-danger-text"> {error}</span>}
        </span>
        <span className="text-tertiary tabular-nums">{durationText(durationMs)}</span>
      </span>
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-pill bg-neutral-subtle">
        <span
          className={`block h-full rounded-pill ${error === null ? 'bg-accent' : 'bg-danger-text'}`}
          style={{ marginLeft: `${Math.min(left, 99.5)}%`, width: `${width}%` }}
        />
      </span>
    </li>
  )
}
