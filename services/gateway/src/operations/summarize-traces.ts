import type { PartReport, Span, TraceSummary } from '@portal/contracts/operations'

type OwnedSpan = Span & { readonly service: string }

/** The traces to which the reports' spans belong, the latest first. */
export function summarize(reports: readonly Pick<PartReport, 'service' | 'spans'>[]): TraceSummary[] {
  const spans = reports.flatMap(({ service, spans }) => spans.map((span) => ({ ...span, service })))
  const byTrace = Map.groupBy(spans, ({ traceId }) => traceId)
  return [...byTrace.values()].flatMap(summaryOf).toSorted((a, b) => b.startedAt - a.startedAt)
}

/** Nothing for a trace whose beginning has been dropped: it would be named after something else. */
function summaryOf(unordered: readonly OwnedSpan[]): TraceSummary[] {
  const spans = unordered.toSorted((a, b) => a.startedAt - b.startedAt)
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const root = spans.find(({ parentId }) => parentId === null || !ids.has(parentId))
  if (root?.kind !== 'server') return []
  const end = Math.max(...spans.map(({ startedAt, durationMs }) => startedAt + durationMs))
  return [
    {
      traceId: root.traceId,
      name: root.name,
      startedAt: root.startedAt,
      durationMs: end - root.startedAt,
      spans: spans.length,
      services: [...new Set(spans.map(({ service }) => service))],
      hasError: spans.some(({ error }) => error !== null),
    },
  ]
}
