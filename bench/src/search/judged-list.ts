import type { AskedQuestion } from '@portal/ranking/asked-question'
import {
  type Candidate,
  type RankingFeatures,
  rankingFeatures,
  rankingScores,
} from '@portal/ranking/rank-passages'
import type { Ranking } from './measures.ts'

/**
 * The candidates of a question with their features, as the present weights rank them, and which of
 * all passages answer it.
 */
export interface JudgedList {
  readonly ids: readonly string[]
  readonly rows: readonly RankingFeatures[]
  readonly relevant: readonly string[]
}

/** Candidates with their features, best first. */
export function judgedList(
  asked: AskedQuestion,
  candidates: readonly (Candidate & { readonly id: string })[],
): Omit<JudgedList, 'relevant'> {
  const scores = rankingScores(asked, candidates)
  const order = candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
  return {
    ids: order.map(({ candidate }) => candidate.id),
    rows: order.map(({ candidate }) => rankingFeatures(asked, candidate)),
  }
}

/** Ids of the candidates by a weighted sum of features, best first. */
export function rankedBy(
  { ids, rows }: JudgedList,
  weights: Partial<Readonly<Record<keyof RankingFeatures, number>>>,
): string[] {
  const scored = rows.map((row, at) => {
    const parts = Object.entries(weights).map(([name, weight]) => row[name as keyof RankingFeatures] * weight)
    return { id: ids[at] ?? '', score: parts.reduce((sum, part) => sum + part, 0) }
  })
  return scored.sort((a, b) => b.score - a.score).map(({ id }) => id)
}

/** Share of the questions with a right passage among the first so many. */
export function shareFound(lists: readonly JudgedList[], ranking: Ranking, first: number): number {
  const found = lists.filter(({ relevant }, at) =>
    ranking[at]?.slice(0, first).some((id) => relevant.includes(id)),
  )
  return found.length / lists.length
}
