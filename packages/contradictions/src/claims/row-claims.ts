import { quantitiesIn } from './quantities.ts'
import type { Claim } from './read-claims.ts'
import { splitClause } from './split-clause.ts'
import { termsOf } from './terms.ts'

const eventHeader = /\b(?:counted|from|since|begins|starts?|starting)\b/iu
const conditionHeader =
  /\b(?:applies|for whom|who|country|site|region|location|role|class|category|kind|type|level|case|if|when|condition)\b/iu

/**
 * What a row of a table lays down: each cell that is nothing but a quantity is a value of the first
 * cell, and its column says what happens ("Kept for"). Without a header a cell may mean anything.
 */
export function rowClaims(row: string, header: string): Claim[] {
  const [name = '', ...cells] = row.split('\t')
  const [, ...columns] = header.split('\t')
  const subject = termsOf(splitClause(name).main)
  if (subject.size === 0 || cells.length !== columns.length) return []
  const under = (pattern: RegExp) =>
    termsOf(cells.filter((_, at) => pattern.test(columns[at] ?? '')).join(' '))
  const event = under(eventHeader)
  const condition = under(conditionHeader)
  return cells.flatMap((cell, at): Claim[] => {
    const [quantity, ...others] = quantitiesIn(cell)
    const column = columns[at] ?? ''
    if (!quantity || others.length > 0 || termsOf(withoutQuantity(cell, quantity)).size > 0) return []
    const happens = termsOf(column)
    if (happens.size === 0) return []
    const { dimension, value, bound } = quantity
    const main = new Set([...subject, ...happens])
    return [{ kind: 'value', dimension, value, bound, main, subject, condition, event }]
  })
}

function withoutQuantity(cell: string, { start, end }: { start: number; end: number }): string {
  return `${cell.slice(0, start)} ${cell.slice(end)}`
}
