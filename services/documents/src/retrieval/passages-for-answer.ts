import { askedDefinitions } from '@portal/ranking/asked-definitions'

interface Ranked {
  readonly row: {
    readonly passage: {
      readonly versionId: string
      readonly text: string
      readonly headingPath: readonly string[]
    }
  }
}

/** Definitions are brought from the documents of so many passages, and so many of them. */
const [definingMax, broughtMax] = [3, 2]

/**
 * The best passages to answer from. Copies are left out, as they would take the places of others;
 * what the best ones' documents say about a term of the question takes the last places.
 */
export function passagesForAnswer<P extends Ranked>(
  question: string,
  ranked: readonly P[],
  limit: number,
): P[] {
  const distinct = distinctPassages(ranked)
  const versions = new Set(distinct.slice(0, definingMax).map(({ row }) => row.passage.versionId))
  const brought = distinct
    .slice(limit)
    .filter(({ row }) => versions.has(row.passage.versionId))
    .filter(({ row }) => askedDefinitions(question, row.passage).length > 0)
    .slice(0, Math.max(0, Math.min(broughtMax, limit - definingMax)))
  return brought.length === 0
    ? distinct.slice(0, limit)
    : [...distinct.slice(0, limit - brought.length), ...brought]
}

/** Letters and digits must agree, since "30 days" and "60 days" are two rules. */
function distinctPassages<P extends Ranked>(ranked: readonly P[]): P[] {
  const seen = new Set<string>()
  return ranked.filter(({ row }) => {
    const words = wordsOf(row.passage.text)
    if (seen.has(words)) return false
    seen.add(words)
    return true
  })
}

function wordsOf(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words?.join(' ') ?? text
}
