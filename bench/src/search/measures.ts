/** Passage ids, best first, per question. */
export type Ranking = readonly (readonly string[])[]

/** Means over questions, 0 to 1. */
export interface Quality {
  readonly recall: number
  readonly map: number
}

const depth = 10

/** Recall@10 and MAP@10 (mean precision at each relevant passage among the first ten). */
export function meanQuality(
  questions: readonly { readonly relevant: readonly string[] }[],
  ranking: Ranking,
): Quality {
  const qualities = questions.map(({ relevant }, at) => qualityOf(relevant, ranking[at] ?? []))
  const mean = (pick: (quality: Quality) => number) =>
    qualities.reduce((sum, quality) => sum + pick(quality), 0) / questions.length
  return { recall: mean((quality) => quality.recall), map: mean((quality) => quality.map) }
}

function qualityOf(relevantIds: readonly string[], ranked: readonly string[]): Quality {
  const relevant = new Set(relevantIds)
  let found = 0
  let precisions = 0
  for (const [at, id] of ranked.slice(0, depth).entries()) {
    if (!relevant.has(id)) continue
    found += 1
    precisions += found / (at + 1)
  }
  return { recall: found / relevant.size, map: precisions / Math.min(relevant.size, depth) }
}
