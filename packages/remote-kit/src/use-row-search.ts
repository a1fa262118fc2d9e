import { filterRows } from '@portal/remote-kit/filter-rows'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { useDeferredValue, useState } from 'react'

/** How a list is searched and how much of it is drawn. */
export interface RowSearchOptions<Row> {
  /** What a row is found by. */
  readonly wordsOf: (row: Row) => string
  /** The parameter of the address that keeps the text; `q` unless told. */
  readonly parameter?: string
  /** From how many rows on a search box is worth its place. */
  readonly searchFrom: number
  readonly rowsAtFirst: number
  /** Rows that are added at a time. */
  readonly rowsMore: number
}

/** The typed text, every row `found`, the rows `shown` of them, and whether a search box is worth its place. */
export interface RowSearch<Row> {
  readonly text: string
  readonly setText: (text: string) => void
  readonly found: readonly Row[]
  readonly shown: readonly Row[]
  readonly hasSearch: boolean
  readonly showMore: () => void
}

/** The rows whose words contain every word that is searched for (kept in the address), as many as are drawn. */
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
