import { fuse } from '@portal/documents-service/retrieval/fusion'
import { rankingScores } from '@portal/ranking/rank-passages'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { SearchHits, SearchIndex } from '@portal/service-kit/ports/search-index'
import { spread } from '../measure/statistics.ts'
import { type Candidates, makeCandidates } from './candidates.ts'
import { englishAnalysis } from './english-analysis.ts'
import { indexObliqa } from './index-obliqa.ts'
import type { Ranking } from './measures.ts'
import type { Obliqa } from './obliqa.ts'
import type { SearchEngines } from './search-engines.ts'
import type { CachedStates } from './states-cache.ts'
import { TextbookBm25 } from './textbook-bm25.ts'

/** Hits per leg, as the documents service asks for them. */
export const legLimit = 100

/** States of passages and vectors of questions in order, and the encoder that they are of. */
export interface Vectors {
  readonly embedder: Embedder
  readonly stored: readonly CachedStates[]
  readonly asked: readonly Float32Array[]
}

/** Rankings by name, and how long a question took with both legs fused and with all of ranking. */
export interface Ranked {
  readonly rankings: readonly { readonly name: string; readonly ranking: Ranking }[]
  readonly times: readonly { readonly engine: string; readonly fusedMs: number; readonly rankedMs: number }[]
}

/** All rankings: textbook, legs, fusion and ranking per adapter, Elasticsearch's own analysis. */
export async function rankAll(engines: SearchEngines, obliqa: Obliqa, vectors: Vectors): Promise<Ranked> {
  const textbook = new TextbookBm25(obliqa.passages)
  const rankings: Ranked['rankings'][number][] = [
    { name: 'textbook BM25', ranking: obliqa.questions.map(({ question }) => textbook.rank(question)) },
  ]
  const candidates = makeCandidates(vectors, obliqa, legLimit)
  const times: Ranked['times'][number][] = []
  for (const engine of engines.all) {
    const index = await engine.open()
    await index.prepare(vectors.embedder)
    await indexObliqa(index, obliqa.passages, vectors.stored)
    const found = await searchAll({ index, candidates, embedder: vectors.embedder }, obliqa)
    const top = (from: (found: SearchHits) => readonly { readonly passageId: string }[]) =>
      found.map(({ hits }) => from(hits).map((hit) => hit.passageId))
    rankings.push(
      { name: `${engine.name}: lexical leg`, ranking: top((hits) => hits.lexical) },
      { name: `${engine.name}: vector leg`, ranking: top((hits) => hits.vector) },
      { name: `${engine.name}: fusion`, ranking: top((hits) => fuse(hits, legLimit)) },
      { name: `${engine.name}: ranking`, ranking: found.map(({ ranked }) => ranked) },
    )
    const median = (figures: number[]) => spread(figures).median
    times.push({
      engine: engine.name,
      fusedMs: median(found.map(({ fusedMs }) => fusedMs)),
      rankedMs: median(found.map(({ rankedMs }) => rankedMs)),
    })
  }
  if (engines.elasticsearchUrl === null) return { rankings, times }
  const english = await englishAnalysis(engines.elasticsearchUrl, obliqa)
  rankings.push({ name: "Elasticsearch's own English analysis, lexical leg", ranking: english })
  return { rankings, times }
}

interface Searching {
  readonly index: SearchIndex
  readonly candidates: Candidates
  readonly embedder: Embedder
}

/** Each question is encoded anew: that is part of how long it takes. */
async function searchAll({ index, candidates, embedder }: Searching, { questions }: Obliqa) {
  const found = []
  for (const { question } of questions) {
    const begun = performance.now()
    const [vector = new Float32Array()] = await embedder.embed([question], 'query')
    const wanted = { organizationId: 1, text: question, vector, departments: null, limit: legLimit }
    const hits = await index.search(wanted)
    fuse(hits, legLimit)
    const fusedMs = performance.now() - begun
    const again = performance.now()
    const asked = await candidates.ask(question, await index.search(wanted))
    const all = candidates.of(hits)
    const scores = rankingScores(asked, all)
    const ranked = all
      .map(({ id }, at) => ({ id, score: scores[at] ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id)
    found.push({ hits, ranked, fusedMs, rankedMs: performance.now() - again })
  }
  return found
}
