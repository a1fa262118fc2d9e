import { fuse } from '@portal/documents-service/retrieval/fusion'
import type { SearchHits, SearchIndex } from '@portal/service-kit/ports/search-index'
import { englishAnalysis } from './english-analysis.ts'
import { indexObliqa } from './index-obliqa.ts'
import type { Ranking } from './measures.ts'
import type { Obliqa } from './obliqa.ts'
import type { SearchEngines } from './search-engines.ts'
import { TextbookBm25 } from './textbook-bm25.ts'

/** Hits per leg, as the documents service asks for them. */
const legLimit = 100

/** Vectors of passages and questions in order, and their model. */
export interface Vectors {
  readonly embedder: { readonly model: string; readonly dimensions: number }
  readonly stored: readonly Float32Array[]
  readonly asked: readonly Float32Array[]
}

/** All rankings: textbook, legs and fusion per adapter, Elasticsearch's own analysis. */
export async function rankAll(
  engines: SearchEngines,
  obliqa: Obliqa,
  vectors: Vectors,
): Promise<{ readonly name: string; readonly ranking: Ranking }[]> {
  const textbook = new TextbookBm25(obliqa.passages)
  const rankings = [
    { name: 'textbook BM25', ranking: obliqa.questions.map(({ question }) => textbook.rank(question)) },
  ]
  for (const engine of engines.all) {
    const index = await engine.open()
    await index.prepare(vectors.embedder)
    await indexObliqa(index, obliqa.passages, vectors.stored)
    const hits = await searchAll(index, obliqa, vectors.asked)
    const top = (from: (found: SearchHits) => readonly { readonly passageId: string }[]) =>
      hits.map((found) => from(found).map((hit) => hit.passageId))
    rankings.push(
      { name: `${engine.name}: lexical leg`, ranking: top((found) => found.lexical) },
      { name: `${engine.name}: vector leg`, ranking: top((found) => found.vector) },
      { name: `${engine.name}: fusion`, ranking: top((found) => fuse(found, legLimit)) },
    )
  }
  const english = await englishAnalysis(engines.elasticsearchUrl, obliqa)
  return [...rankings, { name: "Elasticsearch's own English analysis, lexical leg", ranking: english }]
}

async function searchAll(
  index: SearchIndex,
  { questions }: Obliqa,
  vectors: readonly Float32Array[],
): Promise<SearchHits[]> {
  const hits: SearchHits[] = []
  for (const [at, { question }] of questions.entries()) {
    const vector = vectors[at] ?? new Float32Array()
    hits.push(
      await index.search({ organizationId: 1, text: question, vector, departments: null, limit: legLimit }),
    )
  }
  return hits
}
