import type { Clause } from './clause.ts'

/** The clauses of a text, and the first and last of those to be read out. */
interface Part {
  readonly text: string
  readonly clauses: readonly Clause[]
  readonly first: number
  readonly last: number
}

/**
 * The words of neighbouring clauses, each row of a table after the sentence that announces the
 * table and with the names of its columns: "2" says nothing without "Paid days".
 */
export function readOut({ text, clauses, first, last }: Part): string {
  const part = clauses.slice(first, last + 1)
  const wordsOf = ({ start, end }: Clause) => text.slice(start, end)
  if (!part.some(({ kind }) => kind === 'row')) return text.slice(part[0]?.start ?? 0, part.at(-1)?.end ?? 0)
  return part
    .map((clause) => {
      const [header, leadIn] = aboveRow(clauses, clause)
      if (header === undefined || part.includes(header)) return wordsOf(clause)
      const named = withNames(wordsOf(clause), wordsOf(header))
      return leadIn === undefined ? named : `${wordsOf(leadIn)} ${named}`
    })
    .join('\n')
}

/** The header that a row is below, and what announces the table, if it has them. */
export function aboveRow(clauses: readonly Clause[], { kind, hangsOn }: Clause): Clause[] {
  const header = kind === 'row' && hangsOn !== null ? clauses[hangsOn] : undefined
  if (header?.kind !== 'table-header') return []
  const leadIn = header.hangsOn === null ? undefined : clauses[header.hangsOn]
  return leadIn?.kind === 'lead-in' ? [header, leadIn] : [header]
}

/** "Marriage (Occasion); 2 (Paid days)". */
function withNames(row: string, header: string): string {
  const names = cellsOf(header)
  return cellsOf(row)
    .flatMap((cell, at) => (cell === '' ? [] : [names[at] ? `${cell} (${names[at]})` : cell]))
    .join('; ')
}

/** Cells are apart by tabs or bars; some rows have bars around them, too. */
function cellsOf(row: string): string[] {
  const inner = row.replace(/^\|\s*|\s*\|$/g, '')
  return inner.split(/\t(?:\| )?| \| /).map((cell) => cell.trim())
}
