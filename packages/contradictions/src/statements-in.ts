import { cutClauses } from '@portal/clauses/cut-clauses'
import type { Statement } from './find-contradictions.ts'

/** A statement with its position: UTF-16 offsets `[start, end)` into its text. */
export interface LocatedStatement extends Statement {
  readonly start: number
  readonly end: number
  /** Of its lead-in or header, without which it may be misread. */
  readonly context: readonly { readonly start: number; readonly end: number }[]
}

/** A passage of a document, or a document's whole text. */
export interface StatingText {
  readonly documentId: string
  readonly text: string
}

/** The statements of a text: its clauses without headings, lead-ins and headers of tables. */
export function statementsIn({ documentId, text }: StatingText): LocatedStatement[] {
  const clauses = cutClauses(text)
  const wordsOf = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end)
  return clauses.flatMap((clause): LocatedStatement[] => {
    const { kind, start, end, hangsOn } = clause
    if (kind !== 'item' && kind !== 'sentence' && kind !== 'row') return []
    const above = hangsOn === null ? undefined : clauses[hangsOn]
    const statement = { documentId, start, end, text: wordsOf(clause), context: [] }
    const context = above ? [{ start: above.start, end: above.end }] : []
    if (above?.kind === 'lead-in' && kind === 'item')
      return [{ ...statement, context, leadIn: wordsOf(above) }]
    if (above?.kind === 'table-header') return [{ ...statement, context, header: wordsOf(above) }]
    return [statement]
  })
}
