import { comparableText } from '@portal/remote-kit/comparable-text'

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

const snippetLength = 280
const leadLength = 80

/** The part of a passage around its first marked word, cut at words. */
export function snippetOf(parts: readonly TextPart[]): TextPart[] {
  const first = parts.findIndex(({ isMarked }) => isMarked)
  const before = parts.slice(0, Math.max(0, first)).reduce((sum, { text }) => sum + text.length, 0)
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  const from = Math.max(0, Math.min(before - leadLength, length - snippetLength))
  const kept = cutParts(parts, { from, to: from + snippetLength })
  return [
    ...(from > 0 ? [{ text: '… ', isMarked: false }] : []),
    ...kept,
    ...(from + snippetLength < length ? [{ text: ' …', isMarked: false }] : []),
  ]
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
