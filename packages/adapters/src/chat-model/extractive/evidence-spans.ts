import { type Span, sentenceSpans } from '@portal/file-rules/sentence-spans'
import type { SuppliedPassage } from '@portal/service-kit/ports/chat-model'

/** A quotable part of a passage (sentence, list item, lead-in with list), `[start, end)`. */
export interface EvidenceSpan extends Span {
  readonly passage: SuppliedPassage
  readonly text: string
  /** What precedes the span and names its subject: a clause's title, a list's lead-in. */
  readonly lead: string
  /** The lead-in of an item's list, which may negate it ("these are not allowed:"). */
  readonly leadIn: Span | null
}

const shortest = 12
const listMax = 700
const clauseTitleMax = 60

/** The quotable spans of a passage, in order. */
export function evidenceSpans(passage: SuppliedPassage): EvidenceSpan[] {
  const { text } = passage
  const spans: EvidenceSpan[] = []
  let leadIn: (Span & { readonly text: string }) | null = null
  for (const block of blocksOf(text)) {
    const [first, ...rest] = sentencesOf(text, block)
    if (!first) continue
    const isItem = bullet.test(text.slice(block.start, block.end)) || block.isLine
    if (!isItem) leadIn = null
    const title = rest.length > 0 && first.text.length <= clauseTitleMax ? first.text : ''
    const above = leadIn?.text ?? ''
    spans.push({ passage, ...first, lead: above, leadIn })
    for (const sentence of rest)
      spans.push({ passage, ...sentence, lead: `${above}\n${title}`.trim(), leadIn })
    const last = rest.at(-1) ?? first
    if (last.text.endsWith(':')) leadIn = last
  }
  return withLists(spans, text).filter((span) => span.end - span.start >= shortest)
}

/** A paragraph or list item; `isLine` if it is an item by its line alone. */
interface Block extends Span {
  readonly isLine: boolean
}

const bullet = /^\s*(?:[-–•*·◦▪]|\(?[0-9a-z]{1,3}[.)])\s/iu

/** Blank lines and bullets end a block; wrapped lines continue in lower case. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const add = (start: number, end: number) => {
    const lines = [...text.slice(start, end).matchAll(/[^\n]*\S[^\n]*/g)]
    const isList =
      lines.length > 1 && lines.every(([line]) => /^\s*[^\s\p{Ll}]/u.test(line) && !line.endsWith('-'))
    if (!isList) blocks.push({ start, end, isLine: false })
    else
      for (const { 0: line, index } of lines)
        blocks.push({ start: start + index, end: start + index + line.length, isLine: true })
  }
  let start = 0
  for (const match of text.matchAll(/\n(?=\s*\n|\s*(?:[-–•*·◦▪]|\(?[0-9a-z]{1,3}[.)])\s)/giu)) {
    add(start, match.index)
    start = match.index
  }
  add(start, text.length)
  return blocks
}

function sentencesOf(text: string, block: Span): (Span & { readonly text: string })[] {
  return sentenceSpans(text.slice(block.start, block.end))
    .map(({ start, end }) => trimmed(text, block.start + start, block.start + end))
    .filter(({ start, end }) => end > start)
    .map((span) => ({ ...span, text: text.slice(span.start, span.end) }))
}

/** White space, bullets and stray marks at the edges are layout. */
function trimmed(text: string, start: number, end: number): Span {
  const lead = /^[\s\-–•*·◦▪>]*/u.exec(text.slice(start, end))?.[0].length ?? 0
  const trail = /[\s*•]*$/u.exec(text.slice(start + lead, end))?.[0].length ?? 0
  return { start: start + lead, end: Math.max(start + lead, end - trail) }
}

/** A lead-in ending in a colon is extended over its list, up to the length limit of a quotation. */
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
