import type { Citation } from '@portal/contracts/chat'

/**
 * Cuts an answer at blank lines and at marks `[n]`. Policies use brackets too: a number without a
 * citation stays text, and so does a mark inside quoted words.
 */
export function splitMarks(content: string, citations: readonly Citation[]) {
  const byMark = new Map(citations.map((citation) => [`[${citation.number}]`, citation]))
  return content.split(/\n{2,}/).map((paragraph, at) => {
    const quoted = quotedRanges(paragraph, citations)
    const parts = cut(paragraph).map(({ text, start }, index) => {
      const isQuoted = quoted.some((range) => range.start <= start && start < range.end)
      return { key: `${at}.${index}`, text, citation: isQuoted ? null : (byMark.get(text) ?? null) }
    })
    return { key: `${at}`, parts }
  })
}

/** The paragraph at its marks, in order and without loss. */
function cut(paragraph: string) {
  const pieces: { text: string; start: number }[] = []
  let start = 0
  for (const text of paragraph.split(/(\[\d+\])/)) {
    if (text !== '') pieces.push({ text, start })
    start += text.length
  }
  return pieces
}

/** Where a paragraph repeats a source, with spaces for the line ends of the quotation. */
function quotedRanges(paragraph: string, citations: readonly Citation[]) {
  return citations.flatMap(({ quote }) => {
    const words = quote.replace(/\s+/g, ' ').trim()
    const start = words === '' ? -1 : paragraph.indexOf(words)
    return start === -1 ? [] : [{ start, end: start + words.length }]
  })
}
