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

/** The typed text, the rows `found`, those of them `shown`, and whether a search box appears. */
export interface RowSearch<Row> {
  readonly text: string
  readonly setText: (text: string) => void
  readonly found: readonly Row[]
  readonly shown: readonly Row[]
  readonly hasSearch: boolean
  readonly showMore: () => void
}

/** The rows that match the search (kept in the address), as many as are rendered. */
export function useRowSearch<Row>(rows: readonly Row[], options: RowSearchOptions<Row>): RowSearch<Row> {
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
