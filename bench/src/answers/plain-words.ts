import { hash } from 'node:crypto'
import type { GoldenQuestion, Span } from '../golden/golden-questions.ts'

/** Letters and digits alone, in lower case: what all extractions of one file agree on. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** What answers a question, by document, in {@link plain} words. */
export type PlainAnswers = ReadonlyMap<string, readonly string[]>

/**
 * The plain words of every span, found in the texts of the documents. Throws if one is not there:
 * a question whose answer cannot be quoted measures nothing.
 */
export function plainAnswers(
  { question, answers }: GoldenQuestion,
  textOf: (file: string) => string | undefined,
): PlainAnswers {
  const found = new Map<string, string[]>()
  for (const { file, spans } of answers) {
    const text = textOf(file)
    // A smaller library lacks documents that answer as well.
    if (text === undefined) continue
    const words = plain(text)
    found.set(
      file,
      spans.map((span) => plainSpan(span, words) ?? missing(question, file, span)),
    )
  }
  return found
}

function missing(question: string, file: string, span: Span): never {
  throw new Error(`${question}: ${JSON.stringify(span)} is not in the text of ${file}.`)
}

function plainSpan(span: Span, words: string): string | undefined {
  if (typeof span === 'string') {
    const wanted = plain(span)
    return words.includes(wanted) ? wanted : undefined
  }
  for (let at = 0; at + span.length <= words.length; at += 1) {
    const part = words.slice(at, at + span.length)
    if (hash('sha256', part) === span.sha256) return part
  }
  return undefined
}
