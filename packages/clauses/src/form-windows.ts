import type { Span } from '@portal/file-rules/sentence-spans'
import type { Clause } from './clause.ts'

/** A window of neighbouring clauses `[first, last]` and their offsets `[start, end)`. */
export interface ClauseWindow extends Span {
  readonly first: number
  readonly last: number
}

const clausesMax = 3
const wordsMax = 60

/**
 * The windows of a passage's clauses, by their first clause: one to three neighbours of at most 60
 * words together, or one clause of any length. A window holds more than headings, unless there is
 * nothing else.
 */
export function formWindows(clauses: readonly Clause[]): ClauseWindow[] {
  const says = clauses.map(({ kind }) => kind !== 'heading' && kind !== 'table-header')
  const hasText = says.includes(true)
  return clauses.flatMap(({ start }, first) => {
    const windows: ClauseWindow[] = []
    let words = 0
    let isSaying = !hasText
    for (let last = first; last < Math.min(clauses.length, first + clausesMax); last++) {
      const clause = clauses[last]
      if (clause === undefined) break
      words += clause.words
      if (last > first && words > wordsMax) break
      isSaying ||= says[last] === true
      if (isSaying) windows.push({ start, end: clause.end, first, last })
    }
    return windows
  })
}
