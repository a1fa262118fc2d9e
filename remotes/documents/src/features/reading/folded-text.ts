import type { Span } from './spans.ts'

/** A text as a search compares it, with the offset in the original of each of its units. */
export interface FoldedText {
  readonly original: string
  readonly text: string
  readonly offsets: Uint32Array
}

/**
 * `words`: without case and accents, white space as one space. `letters`: besides, without white
 * space, hyphens and bullets, which differ between a PDF's lines and the text made of them.
 */
type Folding = 'words' | 'letters'

const space = /\s/
const dash = /[-\u00ad\u2010-\u2015]/
const accents = /\p{M}/gu

/** Normalizes a text for comparison: ligatures and full-width characters become plain ones. */
export function foldText(original: string, folding: Folding): FoldedText {
  const parts: string[] = []
  let offsets = new Uint32Array(original.length + 16)
  let length = 0
  let wasSpace = false
  let at = 0
  for (const sign of original) {
    const isSpace = space.test(sign)
    const folded = isSpace ? (folding === 'words' && !wasSpace ? ' ' : '') : foldSign(sign, folding)
    if (length + folded.length > offsets.length) offsets = grown(offsets)
    offsets.fill(at, length, length + folded.length)
    length += folded.length
    parts.push(folded)
    wasSpace = isSpace
    at += sign.length
  }
  return { original, text: parts.join(''), offsets: offsets.subarray(0, length) }
}

function grown(offsets: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(offsets.length * 2)
  larger.set(offsets)
  return larger
}

function foldSign(sign: string, folding: Folding): string {
  if (folding === 'letters' && (dash.test(sign) || sign === '•')) return ''
  const code = sign.charCodeAt(0)
  if (code < 128) return code > 64 && code < 91 ? String.fromCharCode(code + 32) : sign
  return sign.normalize('NFKD').replace(accents, '').toLowerCase()
}

/** Where a folded needle occurs, from the beginning, without overlaps. At most `max`. */
export function occurrences(folded: FoldedText, needle: string, max = Number.POSITIVE_INFINITY): Span[] {
  const found: Span[] = []
  if (needle === '') return found
  let at = folded.text.indexOf(needle)
  while (at !== -1 && found.length < max) {
    found.push(originalSpan(folded, at, at + needle.length))
    at = folded.text.indexOf(needle, at + needle.length)
  }
  return found
}

/** Where a folded needle occurs if it occurs once between what stands `before` and `after` it. */
export function onlyOccurrence(
  folded: FoldedText,
  { before, needle, after }: { readonly before: string; readonly needle: string; readonly after: string },
): Span | null {
  const whole = `${before}${needle}${after}`
  const at = folded.text.indexOf(whole)
  if (at === -1 || folded.text.includes(whole, at + 1)) return null
  const start = at + before.length
  return originalSpan(folded, start, start + needle.length)
}

/** The original's span behind `[from, to)` of a folded text, with the accents that follow it. */
function originalSpan({ original, offsets }: FoldedText, from: number, to: number): Span {
  const last = offsets[to - 1] ?? 0
  let end = last + ((original.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)
  while (/\p{M}/u.test(original.charAt(end))) end += 1
  return { start: offsets[from] ?? 0, end }
}
