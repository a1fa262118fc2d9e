import type { VersionText } from '@portal/contracts/documents'

/** A run of a version's text. The parts in order are the text itself, nothing added or lost. */
export interface SourcePart {
  readonly kind: 'text' | 'heading' | 'cited'
  readonly start: number
  readonly text: string
}

/** Cuts a text at its headings and at the cited span `[start, end)`. */
export function splitSource(
  source: Pick<VersionText, 'text' | 'sections'>,
  cited: { readonly start: number; readonly end: number },
): SourcePart[] {
  const { text, sections } = source
  const headings = sections.map(({ start, title }) => ({
    kind: 'heading' as const,
    start,
    end: start + title.length,
  }))
  const runs = [
    ...headings.filter(({ start, end }) => end <= cited.start || start >= cited.end),
    { kind: 'cited' as const, ...cited },
  ]
  const parts: SourcePart[] = []
  let at = 0
  for (const run of runs.sort((a, b) => a.start - b.start)) {
    if (run.start < at || run.end > text.length) continue
    if (run.start > at) parts.push({ kind: 'text', start: at, text: text.slice(at, run.start) })
    if (run.end > run.start)
      parts.push({ kind: run.kind, start: run.start, text: text.slice(run.start, run.end) })
    at = run.end
  }
  if (at < text.length) parts.push({ kind: 'text', start: at, text: text.slice(at) })
  return parts
}
