import { comparableText } from '@portal/remote-kit/comparable-text'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { useDeferredValue, useState } from 'react'

/** A list gets a search box once it is longer than a screen. */
const searchFrom = 8
/** Rows drawn at a time. */
const rowsAtATime = 60

/** The rows whose words contain every word that is searched for (kept in the address as `q`), as many as are drawn. */
export function useRowSearch<Row>(rows: readonly Row[], wordsOf: (row: Row) => string) {
  const [text, setText] = useAddressText('q')
  const [limit, setLimit] = useState(rowsAtATime)
  const words = comparableText(useDeferredValue(text)).split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const said = comparableText(wordsOf(row))
    return words.every((word) => said.includes(word))
  })
  return {
    text,
    setText,
    found,
    shown: found.slice(0, limit),
    hasSearch: rows.length >= searchFrom || text !== '',
    showMore: () => setLimit(limit + rowsAtATime),
  }
}
