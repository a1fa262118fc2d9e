import { askedDefinitions } from '@portal/ranking/asked-definitions'

interface Ranked {
  readonly score: number
  readonly row: {
    readonly passage: {
      readonly versionId: string
      readonly text: string
      readonly headingPath: readonly string[]
    }
  }
}

/** The first places are those of the best by themselves. */
const certain = 3
/** For the others, the mean score of so many best ones of its document counts, and so much. */
const [bestOfDocument, documentWeight] = [5, 0.15]
/** Definitions are brought from the documents of so many passages, and so many of them. */
const [definingMax, broughtMax] = [3, 2]

/**
 * The best passages to answer from, of `ranked`, which is best first. Copies are left out, as they
 * would take the places of others, and a document that has several good passages is sooner about
 * what is asked (ADR 26). What the best ones' documents say about a term of the question takes the
 * last places.
 */
export function passagesForAnswer<P extends Ranked>(
  question: string,
  ranked: readonly P[],
  limit: number,
): P[] {
  const distinct = distinctPassages(ranked)
  const byDocument = nearerDocumentsFirst(distinct, ranked)
  const chosen = new Set(byDocument.slice(0, limit))
  const versions = new Set(distinct.slice(0, definingMax).map(({ row }) => row.passage.versionId))
  const brought = distinct
    .filter((each) => !chosen.has(each) && versions.has(each.row.passage.versionId))
    .filter(({ row }) => askedDefinitions(question, row.passage).length > 0)
    .slice(0, Math.max(0, Math.min(broughtMax, limit - definingMax)))
  const kept = byDocument.slice(0, limit - brought.length)
  return [...kept.sort((a, b) => b.score - a.score), ...brought]
}

function nearerDocumentsFirst<P extends Ranked>(distinct: readonly P[], ranked: readonly P[]): P[] {
  const documents = Map.groupBy(ranked, ({ row }) => row.passage.versionId)
  const means = new Map([...documents].map(([versionId, own]) => [versionId, meanOfBest(own)]))
  const rankOf = ({ row, score }: P) => score + documentWeight * (means.get(row.passage.versionId) ?? 0)
  const others = distinct.slice(certain).sort((a, b) => rankOf(b) - rankOf(a))
  return [...distinct.slice(0, certain), ...others]
}

function meanOfBest(own: readonly Ranked[]): number {
  const best = own.slice(0, bestOfDocument)
  return best.reduce((sum, { score }) => sum + score, 0) / best.length
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
