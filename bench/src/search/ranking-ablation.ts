import { type RankingFeatures, rankingFeatures } from '@portal/ranking/rank-passages'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import type { Result } from '../measure/report.ts'
import { makeCandidates } from './candidates.ts'
import { fitWeights } from './fit-weights.ts'
import { indexObliqa } from './index-obliqa.ts'
import { meanQuality } from './measures.ts'
import type { Obliqa, ObliqaQuestion } from './obliqa.ts'
import { legLimit, type Vectors } from './rank-all.ts'

type Feature = keyof RankingFeatures

const lexical: readonly Feature[] = ['body', 'pairs', 'heading']
/** Each row fits weights of its own: what a feature adds is not what is lost by leaving it out. */
const steps: readonly { readonly name: string; readonly features: readonly Feature[] }[] = [
  { name: 'lexical fields, divided by the rarity of the question', features: lexical },
  { name: '+ cosine of the passage (no states of tokens)', features: [...lexical, 'cosine'] },
  { name: '+ best window', features: [...lexical, 'window'] },
  { name: '+ late interaction', features: [...lexical, 'match'] },
  { name: '+ best window and late interaction (all)', features: [...lexical, 'window', 'match'] },
]

interface Features {
  readonly question: ObliqaQuestion
  readonly ids: readonly string[]
  readonly rows: readonly RankingFeatures[]
}

/** Fits the weights of the product on the first half of the questions, and of each step to them. */
export async function measureAblation(index: SearchIndex, obliqa: Obliqa, vectors: Vectors): Promise<Result> {
  await index.prepare(vectors.embedder)
  await indexObliqa(index, obliqa.passages, vectors.stored)
  const all = await allFeatures(index, obliqa, vectors)
  const middle = Math.floor(all.length / 2)
  const [first, second] = [all.slice(0, middle), all.slice(middle)]
  const rows = steps.map(({ name, features }) => {
    const weights = fitWeights(
      first.map(({ question, ids, rows }) => ({
        rows: rows.map((row) => features.map((feature) => row[feature])),
        isRelevant: ids.map((id) => question.relevant.includes(id)),
      })),
    )
    const quality = (half: readonly Features[]) =>
      meanQuality(
        half.map(({ question }) => question),
        half.map((each) => ranked(each, features, weights)),
      )
    const figures = [quality(first), quality(second)].flatMap(({ recall, map }) => [recall, map])
    const fitted = features.map((feature, at) => `${feature} ${(weights[at] ?? 0).toFixed(2)}`).join(', ')
    return `| ${name} | ${figures.map((figure) => figure.toFixed(4)).join(' | ')} | ${fitted} |`
  })
  const paragraph = [
    'Weights of the ranking, fitted on the first half of ObliQA dev (SQLite), and what each part adds.',
    '',
    '| features | Recall@10, first half | MAP@10 | Recall@10, second half | MAP@10 | weights |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
  return { name: 'search-weights', how: 'one run', paragraphs: [paragraph] }
}

async function allFeatures(index: SearchIndex, obliqa: Obliqa, vectors: Vectors) {
  const candidates = makeCandidates(vectors, obliqa, legLimit)
  const all: Features[] = []
  for (const [at, question] of obliqa.questions.entries()) {
    const vector = vectors.asked[at] ?? new Float32Array()
    const text = question.question
    const hits = await index.search({ organizationId: 1, text, vector, departments: null, limit: legLimit })
    const known = await candidates.ask(text, hits)
    const found = candidates.of(hits)
    const rows = found.map((candidate) => rankingFeatures(known, candidate))
    all.push({ question, ids: found.map(({ id }) => id), rows })
  }
  return all
}

function ranked({ ids, rows }: Features, features: readonly Feature[], weights: readonly number[]): string[] {
  const scored = rows.map((row, at) => ({
    id: ids[at] ?? '',
    score: features.reduce((sum, feature, index) => sum + row[feature] * (weights[index] ?? 0), 0),
  }))
  return scored.sort((a, b) => b.score - a.score).map(({ id }) => id)
}
