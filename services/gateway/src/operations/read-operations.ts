import { type Operations, operationsListMax, PartReport } from '@portal/contracts/operations'
import { summarize } from './summarize-traces.ts'

/** The internal addresses of the parts, by name; those of `optional` may report nothing. */
export interface OperationSources {
  readonly parts: Readonly<Record<string, string>>
  readonly optional: readonly string[]
}

const timeoutMs = 3000

/** Asks every part for its report. One that does not answer has none. */
export async function readOperations(sources: OperationSources): Promise<Operations> {
  const all = await reportsOf(sources, '')
  const listed = all.filter(({ name, report }) => report || !sources.optional.includes(name))
  const reports = all.flatMap(({ report }) => report ?? [])
  return {
    parts: listed,
    errors: reports
      .flatMap(({ service, errors }) => errors.map((error) => ({ ...error, service })))
      .toSorted((a, b) => b.at - a.at)
      .slice(0, operationsListMax),
    traces: summarize(reports).slice(0, operationsListMax),
  }
}

/** The spans of one trace, of every part, in the order in which they began. */
export async function readTraceSpans(sources: OperationSources, traceId: string) {
  const all = await reportsOf(sources, `?trace=${traceId}`)
  return all
    .flatMap(({ report }) => report?.spans.map((span) => ({ ...span, service: report.service })) ?? [])
    .filter((span) => span.traceId === traceId)
    .toSorted((a, b) => a.startedAt - b.startedAt)
}

function reportsOf({ parts }: OperationSources, query: string) {
  return Promise.all(
    Object.entries(parts).map(async ([name, url]) => ({ name, report: await reportOf(url, query) })),
  )
}

/** Null if it is unavailable: the page says that the part does not answer. */
async function reportOf(url: string, query: string): Promise<PartReport | null> {
  try {
    const response = await fetch(new URL(`/operations${query}`, url), {
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? PartReport.parse(await response.json()) : null
  } catch {
    return null
  }
}
