import type { Difference, Row } from './difference.ts'

/** Rows by what became of them. What moves together counts as one move. */
export interface Summary {
  readonly changed: number
  readonly added: number
  readonly removed: number
  readonly moved: number
  readonly renumbered: number
  readonly unchanged: number
}

/** A section with changes: its heading's block, in the newer text if it is still there. */
export interface ChangedSection {
  /** None before the first heading. */
  readonly heading: { readonly side: 'before' | 'after'; readonly block: number } | null
  /** The row of the first change. */
  readonly row: number
  readonly changes: number
}

/** Counts the rows of a difference. */
export function summarize({ rows }: Difference): Summary {
  const counts = { changed: 0, added: 0, removed: 0, moved: 0, renumbered: 0, unchanged: 0 }
  rows.forEach((row, at) => {
    if (row.kind === 'same') counts[row.isRenumbered ? 'renumbered' : 'unchanged'] += 1
    else if (isChange(row, rows[at - 1])) counts[row.kind === 'moved-here' ? 'moved' : row.kind] += 1
  })
  return counts
}

type Change = Exclude<Row, { readonly kind: 'same' | 'moved-away' }>

/** Whether a row is a change of its own: a move is one, where its first block is now. */
function isChange(row: Row, previous: Row | undefined): row is Change {
  if (row.kind === 'same' || row.kind === 'moved-away') return false
  const isMoved = row.kind === 'moved-here' && previous?.kind === 'moved-here'
  return !(isMoved && row.counterpart === previous.counterpart + 1)
}

/** The sections with changes as `summarize` counts them, in reading order, at most `limit`. */
export function changedSections(difference: Difference, limit: number): ChangedSection[] {
  const sections: { heading: ChangedSection['heading']; row: number; changes: number }[] = []
  let heading: ChangedSection['heading'] = null
  let isOpen = false
  difference.rows.forEach((row, at) => {
    const own = headingOf(row, difference)
    if (own) [heading, isOpen] = [own, false]
    if (!isChange(row, difference.rows[at - 1])) return
    const last = sections.at(-1)
    if (isOpen && last) last.changes += 1
    else sections.push({ heading, row: at, changes: 1 })
    isOpen = true
  })
  return sections.slice(0, limit)
}

function headingOf(row: Row, difference: Difference): ChangedSection['heading'] {
  const side = 'after' in row ? 'after' : 'before'
  const block = 'after' in row ? row.after.start : row.before.start
  return difference[side][block]?.kind === 'heading' ? { side, block } : null
}
