import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'

/** Headings in both, said by the parser, and true ones; F1 is their harmonic mean. */
export interface HeadingScore {
  readonly found: number
  readonly said: number
  readonly true: number
  readonly f1: number
}

/** Compares a parser's headings with the true ones, by their letters and digits. */
export function scoreHeadings(truth: readonly string[], blocks: readonly ParsedBlock[]): HeadingScore {
  const said = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => lettersOf(text))
  const left = truth.map(lettersOf)
  let found = 0
  for (const heading of said) {
    const at = left.indexOf(heading)
    if (at === -1) continue
    left.splice(at, 1)
    found++
  }
  const all = said.length + truth.length
  return { found, said: said.length, true: truth.length, f1: all === 0 ? 1 : (2 * found) / all }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
