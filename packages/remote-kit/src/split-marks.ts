import type { Citation } from '@portal/contracts/chat'

/** A run of an answer's text: a mark with its citation, or words. */
export interface AnswerPart {
  readonly key: string
  readonly text: string
  readonly citation: Citation | null
}

/**
 * Cuts a text at its marks `[n]`, without loss. Policies use brackets too: a number without a
 * citation stays text, and so does a mark inside quoted words.
 */
export function splitMarks(text: string, citations: readonly Citation[], key = ''): AnswerPart[] {
  const byMark = new Map(citations.map((citation) => [`[${citation.number}]`, citation]))
  const quoted = quotedRanges(text, citations)
  return cut(text).map((piece, index) => {
    const isQuoted = quoted.some((range) => range.start <= piece.start && piece.start < range.end)
    const citation = isQuoted ? null : (byMark.get(piece.text) ?? null)
    return { key: `${key}.${index}`, text: piece.text, citation }
  })
}

/** The text at its marks, in order. */
function cut(text: string) {
  const pieces: { text: string; start: number }[] = []
  let start = 0
  for (const piece of text.split(/(\[\d+\])/)) {
    if (piece !== '') pieces.push({ text: piece, start })
    start += piece.length
  }
  return pieces
}

/** Where a text repeats a source, with spaces for the line ends of the quotation. */
function quotedRanges(text: string, citations: readonly Citation[]) {
  return citations.flatMap(({ quote }) => {
    const words = quote.replace(/\s+/g, ' ').trim()
    const start = words === '' ? -1 : text.indexOf(words)
    return start === -1 ? [] : [{ start, end: start + words.length }]
  })
}
