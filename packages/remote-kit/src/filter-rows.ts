import { comparableText } from '@portal/remote-kit/comparable-text'

/** The rows that contain every word of the text, ignoring case, in order; all for an empty text. */
export function filterRows<Row>(
  rows: readonly Row[],
  wordsOf: (row: Row) => string,
  text: string,
): readonly Row[] {
  const words = comparableText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const said = comparableText(wordsOf(row))
    return words.every((word) => said.includes(word))
  })
}
