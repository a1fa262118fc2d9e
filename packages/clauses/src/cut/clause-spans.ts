import { type Span, sentenceSpans } from '@portal/file-rules/sentence-spans'
import { moved, trimmed } from './split-blocks.ts'

const bullets = /^(?:[•◦▪▫‣⁃●○■□–—*·>-]\s+)+/u
/** Of citations of law and addresses; the sentences of passages are cut without knowing them. */
const abbreviation =
  /\b(?:Cal|Stat|Pub|Supp|Amend|Dept|Jr|Sr|al|Reg|Secs|Paras|Figs|Vol|Ave|Blvd|Tel|incl)\.\s*$/u
const ideographicEnd = /[。！？｡]$/u

/**
 * The sentences of a block, without bullets and white space around them. A sentence ends at white
 * space only (not within "a.example/?q=1"), and none is a marker or punctuation on its own.
 */
export function sentencesOf(text: string, { start, end }: Span): Span[] {
  const block = text.slice(start, end)
  const marked = bullets.exec(block)?.[0].length ?? 0
  const content = marked < block.length ? block.slice(marked) : block
  const from = start + block.length - content.length
  const joined: Span[] = []
  for (const span of sentenceSpans(content)) {
    const before = joined.at(-1)
    const said = before ? content.slice(before.start, before.end) : ''
    const isCut = (/\S$/.test(said) && !ideographicEnd.test(said)) || abbreviation.test(said)
    const isWhole = hasWords(said) && hasWords(content.slice(span.start, span.end)) && !isMarker(said)
    if (before && (isCut || !isWhole)) joined[joined.length - 1] = { start: before.start, end: span.end }
    else joined.push(span)
  }
  return joined.map((span) => trimmed(text, moved(span, from)))
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function isMarker(text: string): boolean {
  return /^\s*\(?(?:\d+(?:\.\d+)*|\p{L}|[ivxlcdm]+)[.)]?\s*$/iu.test(text)
}
