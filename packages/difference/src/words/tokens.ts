import type { Span } from '@portal/file-rules/sentence-spans'
import { comparable, withoutHyphens } from './comparable.ts'

/** A word or sign with the white space after it; `word` is its comparable form. */
export interface Token extends Span {
  readonly word: string
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
const hyphen = /^[-\u2010\u2011]$/

/**
 * The words and signs of a text, by Unicode's rules, which also know scripts without spaces. They
 * cover it without gaps. A tab is a token, since it separates cells; other white space is not.
 */
export function tokensOf(text: string, span: Span): Token[] {
  const tokens: { start: number; end: number; word: string }[] = []
  for (const { segment, index } of segmenter.segment(text.slice(span.start, span.end))) {
    const start = span.start + index
    const word = segment.includes('\t') ? '\t' : comparable(segment)
    const last = tokens.at(-1)
    if (word === '' && last) last.end = start + segment.length
    else tokens.push({ start, end: start + segment.length, word })
  }
  return tokens
}

/** Joins words with their hyphens: "well", "-", "known" become one token, "wellknown". */
export function joinHyphenated(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    const last = joined.at(-1)
    const next = tokens[at + 1]
    if (last && next && hyphen.test(token.word) && isLetters(last.word) && isLower(next.word)) {
      joined[joined.length - 1] = {
        start: last.start,
        end: next.end,
        word: withoutHyphens(last.word + next.word),
      }
      at += 1
    } else joined.push(token)
  }
  return joined
}

const isLetters = (word: string): boolean => /\p{L}$/u.test(word)
const isLower = (word: string): boolean => /^\p{Ll}/u.test(word)

/** Words, numbers and single characters of scripts without spaces, in lower case. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, for measuring how alike two texts are; cheaper than {@link tokensOf}. */
export function roughWords(comparableText: string): string[] {
  return comparableText.toLowerCase().match(wordPattern) ?? []
}
