import type { Span } from '@portal/file-rules/sentence-spans'

/** Shorter evidence says nothing: "the" stands everywhere. Counted without white space. */
const lettersMin = 8

/**
 * Where a passage says what a model claims to quote, as UTF-16 offsets into the passage, or null. White space does not count, nor which kind of
 * quotation mark or dash stands there (models write them plain); all else must agree to the letter. A text shorter than eight letters
 * proves nothing and is not found, unless it is the whole passage.
 */
export function findQuote(passage: string, quote: string): Span | null {
  const wanted = folded(quote).text
  const source = folded(passage)
  for (const words of [wanted, wanted.replace(/^['"]+|['"]+$/g, '')]) {
    if (words.length < Math.min(lettersMin, Math.max(1, source.text.length))) continue
    const at = source.text.indexOf(words)
    const start = source.places[at]
    const last = source.places[at + words.length - 1]
    if (at >= 0 && start !== undefined && last !== undefined) return { start, end: last + 1 }
  }
  return null
}

const same: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
}

/** A text without white space and invisible marks, and for each of its units the place where it came from. */
function folded(text: string): { readonly text: string; readonly places: readonly number[] } {
  const units: string[] = []
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at)
    if (unit < ' ' || /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]/.test(unit)) continue
    units.push(same[unit] ?? unit)
    places.push(at)
  }
  return { text: units.join(''), places }
}
