import type { Span } from '@portal/file-rules/sentence-spans'

/**
 * What a clause is: `lead-in` announces what follows it ("Staff must:"), `item` begins an item of a
 * list, `row` is a row of a table; further sentences of an item are of kind `sentence`.
 */
export type ClauseKind = 'heading' | 'lead-in' | 'item' | 'sentence' | 'table-header' | 'row'

/** A clause of a passage: UTF-16 offsets `[start, end)` into its text, without bullet and space. */
export interface Clause extends Span {
  readonly kind: ClauseKind
  /** 0 outside of lists, 1 in a list, 2 in a list within an item; rows have 1. */
  readonly depth: number
  /**
   * Index of the earlier clause without which it may be misread: the lead-in of its list, the item
   * or heading that it is below, the header of its table, the rule that it is an exception to.
   */
  readonly hangsOn: number | null
  readonly isException: boolean
  /** Number of the paragraph, item or row that it is part of, from 0 and in order. */
  readonly block: number
  readonly words: number
}
