import type { DifferenceRow, DifferenceSummary } from '@portal/contracts/difference'

/** A row with its signs and words, so that colour is never alone. */
export const rowWords = {
  unchanged: { sign: '', word: 'Unchanged' },
  same: { sign: '', word: 'Unchanged' },
  changed: { sign: '±', word: 'Changed' },
  removed: { sign: '−', word: 'Removed' },
  added: { sign: '+', word: 'Added' },
  'moved-away': { sign: '→', word: 'Moved away' },
  'moved-here': { sign: '←', word: 'Moved here' },
} as const satisfies Record<DifferenceRow['kind'], { readonly sign: string; readonly word: string }>

/** As "12 changed, 2 moved, 1 added"; what does not occur is left out. */
export function summaryText(summary: DifferenceSummary): string {
  const counts = [
    [summary.changed, 'changed'],
    [summary.moved, 'moved'],
    [summary.added, 'added'],
    [summary.removed, 'removed'],
    [summary.renumbered, 'renumbered'],
  ] as const
  const present = counts.filter(([count]) => count > 0)
  if (present.length === 0) return 'No differences'
  return present.map(([count, word]) => `${count} ${word}`).join(', ')
}

/** How many changes one can go to: both ends of a move are one. */
export function stopCount({ changed, added, removed, moved }: DifferenceSummary): number {
  return changed + added + removed + moved
}

/** The rows to go to, in order: each change, and of what moved together the first row. */
export function stopsOf(rows: readonly DifferenceRow[]): number[] {
  return rows.flatMap((row, at) => {
    if (row.kind === 'changed' || row.kind === 'added' || row.kind === 'removed') return [row.index]
    if (row.kind !== 'moved-here') return []
    const previous = rows[at - 1]
    const goesOn = previous?.kind === 'moved-here' && previous.counterpart.index + 1 === row.counterpart.index
    return goesOn ? [] : [row.index]
  })
}
