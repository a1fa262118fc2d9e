import type { Span } from '@portal/file-rules/sentence-spans'

/** Shorter quotes prove nothing: "the" occurs everywhere. Counted without white space. */
const lettersMin = 8

/**
 * The UTF-16 span of a passage that a model claims to quote, or null. White space and the style of
 * quotation marks and dashes are ignored; everything else must match. Quotes under eight letters
 * are rejected unless they are the whole passage.
 */
export function findQuote(passage: string, quote: string): Span | null {
  const wanted = folded(quote).text
  const source = folded(passage)
  for (const words of [wanted, wanted.replace(/^['"]+|['"]+$/g, '')]) {
    if (words.length < Math.min(lettersMin, Math.max(1, source.text.length))) continue
    const at = source.text.indexOf(words)
    const start = source.offsets[at]
    const last = source.offsets[at + words.length - 1]
    if (at >= 0 && start !== undefined && last !== undefined) return { start, end: last + 1 }
  }
  return null
}

/** A text without white space and invisible characters, and the offset of each remaining unit. */
function folded(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const units: string[] = []
  const offsets: number[] = []
  // Each character is replaced by one of the same length, so that offsets stay.
  const plain = text
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charAt(at)
    if (unit < ' ' || /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]/.test(unit)) continue
    units.push(unit)
    offsets.push(at)
  }
  return { text: units.join(''), offsets }
}
