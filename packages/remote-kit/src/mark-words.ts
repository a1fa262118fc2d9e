import { comparableText } from './comparable-text.ts'

/** A part of a text; `isMarked` where it is one of the words searched for. */
export interface TextPart {
  readonly text: string
  readonly isMarked: boolean
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words that say nothing about what is searched for; the index leaves them out as well. */
const stopWords = new Set(
  `a an and are as at be by can do does for from has have how i if in is it its may must my not of on or our shall should that the their
  they this to was we what when where which who why will with you your`.split(/\s+/),
)

/** A text in parts, the words that a search asks for marked in whatever form they have. */
export function markWords(text: string, searched: string): TextPart[] {
  const wanted = wordsOf(searched).filter((word) => !stopWords.has(word))
  const parts: { text: string; isMarked: boolean }[] = []
  for (const { segment, isWordLike } of words.segment(text)) {
    const isMarked = isWordLike === true && wanted.some((word) => isSameWord(word, comparableText(segment)))
    const last = parts.at(-1)
    if (last && last.isMarked === isMarked) last.text += segment
    else parts.push({ text: segment, isMarked })
  }
  return parts
}

/** How long a snippet is, and how much of it stands before what it was cut for. */
export interface SnippetSize {
  readonly length: number
  readonly lead: number
}

const asParagraph: SnippetSize = { length: 280, lead: 80 }

/** The part of a passage that has most of the words searched for, cut at words. */
export function snippetOf(parts: readonly TextPart[], size: SnippetSize = asParagraph): TextPart[] {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  const start = bestStart(parts, size)
  const from = size.lead === 0 ? start : Math.max(0, Math.min(start - size.lead, length - size.length))
  const kept = cutParts(parts, { from, to: from + size.length })
  return [
    ...(from > 0 ? [{ text: '… ', isMarked: false }] : []),
    ...kept,
    ...(from + size.length < length ? [{ text: ' …', isMarked: false }] : []),
  ]
}

/** Where the marked word stands that has most other ones close behind it; of equals the first. */
function bestStart(parts: readonly TextPart[], { length, lead }: SnippetSize): number {
  let at = 0
  const marks = parts.flatMap(({ text, isMarked }) => {
    const start = at
    at += text.length
    return isMarked ? [{ start, end: at, word: comparableText(text) }] : []
  })
  let best = { start: 0, words: 0 }
  for (const { start } of marks) {
    const near = marks.filter((mark) => mark.start >= start && mark.end <= start + length - lead)
    const words = new Set(near.map(({ word }) => word)).size
    if (words > best.words) best = { start, words }
  }
  return best.start
}

/** The parts between two offsets, without the halves of words at either end. */
function cutParts(
  parts: readonly TextPart[],
  { from, to }: { readonly from: number; readonly to: number },
): TextPart[] {
  let at = 0
  return parts.flatMap(({ text, isMarked }) => {
    const start = at
    at += text.length
    let part = text.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (start < from) part = part.replace(/^\S*\s/u, '')
    if (at > to) part = part.replace(/\s\S*$/u, '')
    return part === '' ? [] : [{ text: part, isMarked }]
  })
}

function wordsOf(text: string): string[] {
  return [...words.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => comparableText(segment))
}

/** "policy" and "policies" are one word; the index compares stems, of which a browser has none. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  const longer = Math.max(a.length, b.length)
  let common = 0
  while (common < shorter && a[common] === b[common]) common += 1
  return common >= Math.max(4, shorter - 1) && longer - common <= 3
}
