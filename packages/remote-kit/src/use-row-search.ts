import { filterRows } from '@portal/remote-kit/filter-rows'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { useDeferredValue, useState } from 'react'

/** How a list is searched and how many of its rows are rendered. */
export interface RowSearchOptions<Row> {
  /** What a row is found by. */
  readonly wordsOf: (row: Row) => string
  /** The address parameter that keeps the text, `q` by default. */
  readonly parameter?: string
  /** The number of rows from which a search box appears. */
  readonly searchFrom: number
  readonly rowsAtFirst: number
  /** Rows that are added at a time. */
  readonly rowsMore: number
}

export type RowSearch<Row> = ReturnType<typeof useRowSearch<Row>>

/**
 * The typed text (kept in the address), the rows `found` by it, those of them `shown`, and whether
 * a search box appears.
 */
export function useRowSearch<Row>(rows: readonly Row[], options: RowSearchOptions<Row>) {
  const { wordsOf, parameter = 'q', searchFrom, rowsAtFirst, rowsMore } = options
  const [text, setText] = useAddressText(parameter)
  const [limit, setLimit] = useState(rowsAtFirst)
  const found = filterRows(rows, wordsOf, useDeferredValue(text))
  return {
    text,
    setText,
    found,
    shown: found.slice(0, limit),
    hasSearch: rows.length >= searchFrom || text !== '',
    showMore: () => setLimit(limit + rowsMore),
  }
}
