import type { DifferenceRow, DifferenceSummary } from '@portal/contracts/difference'

/** As "2 changed, 1 moved"; what does not occur is left out. */
export function summaryText(summary: DifferenceSummary): string {
  const counts = (['changed', 'moved', 'added', 'removed', 'renumbered'] as const)
    .filter((name) => summary[name] > 0)
    .map((name) => `${summary[name]} ${name}`)
  return counts.length === 0 ? 'no differences' : counts.join(', ')
}

/** What became of a row, with a sign, as "+ added" or "moved to 6.15, Notification". */
export function changeWords(row: DifferenceRow): string {
  switch (row.kind) {
    case 'changed':
      return '± changed'
    case 'added':
      return '+ added'
    case 'removed':
      return '− removed'
    case 'moved-away':
      return `moved to ${otherEnd(row)}`
    case 'moved-here':
      return `moved from ${otherEnd(row)}`
    default:
      return row.kind === 'same' && row.isRenumbered ? 'renumbered' : ''
  }
}

function otherEnd({ counterpart: { number, section } }: Extract<DifferenceRow, { counterpart: unknown }>) {
  const parts = [number, section ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? 'the beginning' : parts.join(', ')
}
