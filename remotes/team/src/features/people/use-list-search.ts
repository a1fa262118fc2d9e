import { useAddressText } from '@portal/remote-kit/use-address-text'
import { useDeferredValue, useState } from 'react'

/** A list gets a search box once it is longer than a screen. */
const searchFrom = 10
/** Rows drawn at first: what stands below the list (invitations, departments) stays within reach, on a phone too. */
const rowsAtFirst = 20
/** Rows that are added at a time: as many as stay quick. */
const rowsMore = 100

interface ListSearch<Row> {
  /** The parameter of the address that keeps the text. */
  readonly name: string
  /** The rows that a text leaves. */
  readonly find: (rows: readonly Row[], text: string) => readonly Row[]
}

/** The rows that the search text leaves, as many as are drawn. */
export function useListSearch<Row>(rows: readonly Row[], { name, find }: ListSearch<Row>) {
  const [text, setText] = useAddressText(name)
  const [limit, setLimit] = useState(rowsAtFirst)
  const found = find(rows, useDeferredValue(text))
  return {
    text,
    setText,
    found,
    shown: found.slice(0, limit),
    hasSearch: rows.length >= searchFrom || text !== '',
    showMore: () => setLimit(limit + rowsMore),
  }
}
