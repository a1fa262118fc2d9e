import type { RankingFeatures } from '@portal/ranking/rank-passages'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import type { Result } from '../measure/report.ts'
import { makeCandidates } from './candidates.ts'
import { fitWeights } from './fit-weights.ts'
import { indexObliqa } from './index-obliqa.ts'
import { type JudgedList, judgedList, rankedBy, shareFound } from './judged-list.ts'
import { meanQuality } from './measures.ts'
import type { Obliqa } from './obliqa.ts'
import { legLimit, type Vectors } from './rank-all.ts'

type Feature = keyof RankingFeatures

const lexical: readonly Feature[] = ['body', 'pairs', 'heading']
const all: readonly Feature[] = [...lexical, 'window', 'match']

/** Each row fits weights of its own: what a feature adds is not what is lost by leaving it out. */
const steps: readonly { readonly name: string; readonly features: readonly Feature[] }[] = [
  { name: 'lexical fields, divided by the rarity of the question', features: lexical },
  { name: '+ cosine of the passage (no states of tokens)', features: [...lexical, 'cosine'] },
  { name: '+ best window', features: [...lexical, 'window'] },
  { name: '+ late interaction', features: [...lexical, 'match'] },
  { name: '+ best window and late interaction (all)', features: all },
]

/** What weights are fitted on and measured with. */
export interface JudgedSets {
  /** First half of ObliQA dev. */
  readonly first: readonly JudgedList[]
  readonly second: readonly JudgedList[]
  /** Tuning half of the golden questions; may be empty. */
  readonly golden: readonly JudgedList[]
}

/** Fits weights on the first half of ObliQA dev and on golden questions, together and alone. */
export function measureAblation(sets: JudgedSets): Result {
  const none = { first: [], golden: [] }
  const rows = [
    ...steps.map((step) => rowOf(step, sets, sets)),
    ...(sets.golden.length === 0
      ? []
      : [
          rowOf({ name: 'all, fitted on ObliQA alone', features: all }, sets, { ...none, first: sets.first }),
          rowOf({ name: 'all, fitted on golden questions alone', features: all }, sets, {
            ...none,
            golden: sets.golden,
          }),
        ]),
  ]
  const paragraph = [
    `Weights of the ranking, fitted on ${sets.first.length} questions of the first half of ObliQA dev and`,
    `${sets.golden.length} golden questions of the tuning half (SQLite), and what each part adds.`,
    'ObliQA: Recall@10 and MAP@10. Golden: a right passage among the first 1, 3 and 12.',
    '',
    '| features | ObliQA, first half | ObliQA, second half | golden, tuning half | weights |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
  return { name: 'search-weights', how: 'one run', paragraphs: [paragraph] }
}

function rowOf(
  { name, features }: (typeof steps)[number],
  sets: JudgedSets,
  on: Pick<JudgedSets, 'first' | 'golden'>,
): string {
  const weights = fitted(features, on)
  const quality = (lists: readonly JudgedList[]) => {
    const { recall, map } = meanQuality(
      lists,
      lists.map((list) => rankedBy(list, weights)),
    )
    return [recall, map]
  }
  const ranking = sets.golden.map((list) => rankedBy(list, weights))
  const golden = ranking.length === 0 ? [] : [1, 3, 12].map((n) => shareFound(sets.golden, ranking, n))
  const shown = [quality(sets.first), quality(sets.second), golden].map((figures) =>
    figures.map((figure) => figure.toFixed(3)).join(', '),
  )
  const named = Object.entries(weights).map(([feature, weight]) => `${feature} ${weight.toFixed(2)}`)
  return `| ${name} | ${shown.join(' | ')} | ${named.join(', ')} |`
}

/** Answers add their own weights to scores: one weight stays as it is, so that the scale does. */
const kept = { feature: 'window', weight: 36 } as const

/** What is fitted on: the candidates near to the first places, which are hard to tell apart. */
const hardMax = 40

/** Both sets weigh the same, whatever their sizes. */
function fitted(
  features: readonly Feature[],
  on: Pick<JudgedSets, 'first' | 'golden'>,
): Record<string, number> {
  const lists = [on.first, on.golden].flatMap((set) =>
    set.map(({ ids, rows, relevant }) => ({
      rows: rows.slice(0, hardMax).map((row) => features.map((feature) => row[feature])),
      isRelevant: ids.slice(0, hardMax).map((id) => relevant.includes(id)),
      share: 1 / set.length,
    })),
  )
  const weights = fitWeights(lists)
  const known = weights[features.indexOf(kept.feature)]
  const scale = known === undefined ? 1 : kept.weight / known
  return Object.fromEntries(features.map((feature, at) => [feature, scale * (weights[at] ?? 0)]))
}

/** The questions of ObliQA with what both legs find for them. */
export async function obliqaLists(
  index: SearchIndex,
  obliqa: Obliqa,
  vectors: Vectors,
): Promise<JudgedList[]> {
  await index.prepare(vectors.embedder)
  await indexObliqa(index, obliqa.passages, vectors.stored)
  const candidates = makeCandidates(vectors, obliqa, legLimit)
  const lists: JudgedList[] = []
  for (const [at, { question: text, relevant }] of obliqa.questions.entries()) {
    const vector = vectors.asked[at] ?? new Float32Array()
    const hits = await index.search({ organizationId: 1, text, vector, departments: null, limit: legLimit })
    const known = await candidates.ask(text, hits)
    lists.push({ ...judgedList(known, candidates.of(hits)), relevant })
  }
  return lists
}
