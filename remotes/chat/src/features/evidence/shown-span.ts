import type { Span } from './split-source.ts'

/** Characters shown before and after a citation, and added by each "Show more". */
const reach = 20_000

/** How many steps of text are shown around a citation. */
export interface Reach {
  readonly before: number
  readonly after: number
}

/**
 * The part of a long text shown around a citation, widened to whole lines; a short text entirely.
 */
export function shownSpan(text: string, cited: Span, { before, after }: Reach): Span {
  const start = cited.start - before * reach
  const end = cited.end + after * reach
  const open = text.lastIndexOf('\n', start)
  const close = text.indexOf('\n', end)
  return {
    start: start <= 0 || open === -1 ? 0 : open + 1,
    end: end >= text.length || close === -1 ? text.length : close + 1,
  }
}
