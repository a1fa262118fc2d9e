import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { fuse } from '@portal/documents-service/retrieval/fusion'
import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { SearchHits, SearchIndex } from '@portal/service-kit/ports/search-index'
import { cacheFolder } from './config.ts'
import { EmbeddingCache } from './search/embedding-cache.ts'
import { indexObliqa } from './search/index-obliqa.ts'
import { meanQuality, type Ranking } from './search/measures.ts'
import { type Obliqa, type ObliqaQuestion, readObliqa } from './search/obliqa.ts'
import { resultTable } from './search/result-table.ts'
import { TextbookBm25 } from './search/textbook-bm25.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Hits per leg, as the documents service asks for them. */
const legLimit = 100

/**
 * Recall@10 and MAP@10 of both legs and their fusion on ObliQA, through the embedded adapters, against a textbook BM25 in the same run
 * (P7, P8). `--data` the folder of the data set; `--half first` is for tuning and writes nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: join(root, '../shared/eval/obliqa') },
      half: { type: 'string', default: 'second' },
    },
  })
  const obliqa = await readObliqa(values.data)
  const middle = Math.floor(obliqa.questions.length / 2)
  const questions =
    values.half === 'first' ? obliqa.questions.slice(0, middle) : obliqa.questions.slice(middle)
  const rankings = await withEngines((engines) => rankAll(engines, { ...obliqa, questions }))
  const results = rankings.map(({ name, ranking }) => ({ name, ...meanQuality(questions, ranking) }))
  const half = values.half === 'first' ? 'first' : 'second'
  const table = resultTable(results, { half, questions: questions.length, passages: obliqa.passages.length })
  console.log(table)
  if (half === 'second') await writeFile(join(root, 'bench/results/search.md'), table)
}

interface Engines {
  readonly embedder: Embedder
  readonly index: SearchIndex
}

async function withEngines<Result>(work: (engines: Engines) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-search-'))
  const embedder = await openEmbedder('onnx:', { log: createLogger({ service: 'bench', level: 'warn' }) })
  const index = openSearchIndex(`sqlite:${folder}`)
  try {
    return await work({ embedder, index })
  } finally {
    await index.close()
    await embedder.close()
    await rm(folder, { recursive: true })
  }
}

async function rankAll(
  { embedder, index }: Engines,
  obliqa: Obliqa,
): Promise<{ name: string; ranking: Ranking }[]> {
  const cache = new EmbeddingCache(cacheFolder(), embedder)
  const progress = (what: string) => (done: number, total: number) =>
    console.log(`embedded ${done} of ${total} ${what}`)
  const vectors = await cache.embed(
    obliqa.passages.map((passage) => passage.text),
    'passage',
    progress('passages'),
  )
  const asked = await cache.embed(
    obliqa.questions.map((question) => question.question),
    'query',
    progress('questions'),
  )
  cache.close()
  await index.prepare(embedder)
  await indexObliqa(index, obliqa.passages, vectors)
  const hits = await searchAll(index, obliqa.questions, asked)
  const textbook = new TextbookBm25(obliqa.passages)
  const top = (from: (found: SearchHits) => readonly { readonly passageId: string }[]): Ranking =>
    hits.map((found) => from(found).map((hit) => hit.passageId))
  return [
    { name: 'textbook BM25', ranking: obliqa.questions.map(({ question }) => textbook.rank(question)) },
    { name: 'lexical leg', ranking: top((found) => found.lexical) },
    { name: 'vector leg', ranking: top((found) => found.vector) },
    { name: 'fusion', ranking: top((found) => fuse(found, legLimit)) },
  ]
}

async function searchAll(
  index: SearchIndex,
  questions: readonly ObliqaQuestion[],
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
