import type { SuppliedPassage } from '@portal/service-kit/ports/chat-model'
import { sentenceSpans } from '@portal/service-kit/text/sentence-spans'

/** A quotable piece of a passage: a sentence, a list item, or a lead-in with its list. Offsets are UTF-16 units `[start, end)`. */
export interface EvidenceSpan {
  readonly passage: SuppliedPassage
  readonly start: number
  readonly end: number
  readonly text: string
}

const shortest = 12
const listMax = 700

/** The quotable pieces of a passage, in order. */
export function evidenceSpans(passage: SuppliedPassage): EvidenceSpan[] {
  const { text } = passage
  const spans: EvidenceSpan[] = []
  const cut = (start: number, end: number) => {
    const piece = trimmed(text, start, end)
    if (piece.end - piece.start >= shortest)
      spans.push({ passage, ...piece, text: text.slice(piece.start, piece.end) })
  }
  for (const block of blocksOf(text)) {
    for (const { start, end } of sentenceSpans(text.slice(block.start, block.end)))
      cut(block.start + start, block.start + end)
  }
  return withLists(spans, text)
}

/** Paragraphs and list items: blank lines and bullets end one. */
function blocksOf(text: string): { start: number; end: number }[] {
  const blocks: { start: number; end: number }[] = []
  let start = 0
  for (const match of text.matchAll(/\n(?=\s*\n|\s*(?:[-–•*·◦▪]|\(?[0-9a-z]{1,3}[.)])\s)/giu)) {
    blocks.push({ start, end: match.index })
    start = match.index
  }
  return [...blocks, { start, end: text.length }]
}

/** White space, bullets and dangling marks at the edges belong to the layout. */
function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  const lead = /^[\s\-–•*·◦▪>]*/u.exec(text.slice(start, end))?.[0].length ?? 0
  const trail = /[\s*•]*$/u.exec(text.slice(start + lead, end))?.[0].length ?? 0
  return { start: start + lead, end: end - trail }
}

/** A lead-in that ends with a colon says nothing alone: it reaches to the end of its list, as far as a quotation may be long. */
function withLists(spans: readonly EvidenceSpan[], text: string): EvidenceSpan[] {
  return spans.map((span, at) => {
    if (!span.text.endsWith(':')) return span
    let { end } = span
    for (const next of spans.slice(at + 1)) {
      const isItem =
        /\n\s*(?:[-–•*·◦▪]|\(?[0-9a-z]{1,3}[.)])?\s*$/iu.test(text.slice(end, next.start)) &&
        !next.text.endsWith(':')
      if (!isItem || next.end - span.start > listMax) break
      end = next.end
    }
    return { ...span, end, text: text.slice(span.start, end) }
  })
}
