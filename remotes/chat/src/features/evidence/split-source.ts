import type { VersionText } from '@portal/contracts/versions'

/** A span of a text, in UTF-16 units `[start, end)`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A run of a version's text. */
export interface SourcePart {
  /** `context`: shown with the cited span, because it must be read with it (decision 78). */
  readonly kind: 'text' | 'heading' | 'cited' | 'context'
  readonly start: number
  readonly text: string
}

/**
 * Cuts `shown` into the text before, around and after the paragraphs of the cited span, each cut at
 * headings and at the span. The parts joined are the shown text; the cited part is the span
 * exactly.
 */
export function splitSource(
  source: Pick<VersionText, 'text' | 'sections'>,
  { context = [], ...cited }: Span & { readonly context?: readonly Span[] | undefined },
  shown: Span = { start: 0, end: source.text.length },
) {
  const around = paragraphsOf(source.text, cited)
  const runs: Run[] = [
    { start: cited.start, end: cited.end, kind: 'cited' },
    ...context.flatMap((span) => outside(span, cited)),
    ...headingsOf(source),
  ]
  return [
    { isCited: false, start: shown.start, end: Math.max(around.start, shown.start) },
    { isCited: true, start: Math.max(around.start, shown.start), end: Math.min(around.end, shown.end) },
    { isCited: false, start: Math.min(around.end, shown.end), end: shown.end },
  ]
    .filter(({ start, end }) => end > start)
    .map(({ end, ...block }) => ({ ...block, parts: cutAt(source.text, { start: block.start, end }, runs) }))
}

/** The lines that a span touches, with the line end behind them. */
function paragraphsOf(text: string, { start, end }: Span): Span {
  const close = text.indexOf('\n', Math.max(end - 1, start))
  return {
    start: start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1,
    end: close === -1 ? text.length : close + 1,
  }
}

interface Run extends Span {
  readonly kind: SourcePart['kind']
}

/** What of a context span is before and after the cited one. */
function outside({ start, end }: Span, cited: Span): Run[] {
  return [
    { kind: 'context' as const, start, end: Math.min(end, Math.max(start, cited.start)) },
    { kind: 'context' as const, start: Math.max(start, Math.min(end, cited.end)), end },
  ]
}

function headingsOf({ text, sections }: Pick<VersionText, 'text' | 'sections'>): Run[] {
  return sections.flatMap(({ start, title }) => {
    const end = headingEnd(text, start, title)
    return end === null ? [] : [{ kind: 'heading' as const, start, end }]
  })
}

/** A title is one line with single spaces; in the text it may be broken. Null if not there. */
function headingEnd(text: string, start: number, title: string): number | null {
  let at = start
  for (const sign of title) {
    if (sign === ' ' && /\s/.test(text.charAt(at))) {
      while (/\s/.test(text.charAt(at))) at += 1
    } else if (text.startsWith(sign, at)) at += sign.length
    else return null
  }
  return at
}

/**
 * Cuts a stretch at the runs that lie in it; a heading that meets another run is none. Context may
 * reach over the stretch.
 */
function cutAt(text: string, { start, end }: Span, runs: readonly Run[]): SourcePart[] {
  const marked = runs.filter(({ kind }) => kind !== 'heading')
  const meets = (run: Run) => marked.some((other) => other.start < run.end && run.start < other.end)
  const inside = runs
    .map((run) =>
      run.kind === 'context'
        ? { ...run, start: Math.max(run.start, start), end: Math.min(run.end, end) }
        : run,
    )
    .filter((run) => run.start >= start && run.end <= end && run.end > run.start)
    .filter((run) => run.kind !== 'heading' || !meets(run))
    .sort((a, b) => a.start - b.start)
  const parts: SourcePart[] = []
  let at = start
  for (const run of inside) {
    if (run.start < at) continue
    if (run.start > at) parts.push({ kind: 'text', start: at, text: text.slice(at, run.start) })
    parts.push({ kind: run.kind, start: run.start, text: text.slice(run.start, run.end) })
    at = run.end
  }
  if (at < end) parts.push({ kind: 'text', start: at, text: text.slice(at, end) })
  return parts
}

/** Characters shown before and after a citation, and added by each "Show more". */
const reach = 20_000

/** The part of a long text shown around a citation, in whole lines; a short text entirely. */
export function shownSpan(text: string, cited: Span, steps: { before: number; after: number }): Span {
  const start = cited.start - steps.before * reach
  const end = cited.end + steps.after * reach
  const open = text.lastIndexOf('\n', start)
  const close = text.indexOf('\n', end)
  return {
    start: start <= 0 || open === -1 ? 0 : open + 1,
    end: end >= text.length || close === -1 ? text.length : close + 1,
  }
}
