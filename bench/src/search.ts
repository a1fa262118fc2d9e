import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { goldenLists } from './answers/golden-lists.ts'
import { cacheFolder } from './config.ts'
import type { Result } from './measure/report.ts'
import { EmbeddingCache } from './search/embedding-cache.ts'
import { fitProjection } from './search/fit-projection.ts'
import { passageHeadings } from './search/index-obliqa.ts'
import { meanQuality } from './search/measures.ts'
import { type Obliqa, readObliqa } from './search/obliqa.ts'
import { rankAll, type Vectors } from './search/rank-all.ts'
import { measureAblation, obliqaLists } from './search/ranking-ablation.ts'
import { resultTable } from './search/result-table.ts'
import { measureScale } from './search/scale.ts'
import { withSearchEngines } from './search/search-engines.ts'
import { StatesCache } from './search/states-cache.ts'
import { writeTopicVectors } from './search/topic-vectors.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Options of the short form. */
export const short = ['--data', 'sample', '--passages', '1100', '--rounds', '1']

/**
 * Both search adapters on ObliQA (`--data`). Part `quality`: P7, P8, against a textbook BM25. Part
 * `scale`: P19, 10^5 passages against 10^3 (`--passages`). Part `weights`: those of the ranking,
 * fitted on ObliQA and on golden questions (over `--corpus`, as in answers), and what each of its
 * parts adds. Parts `projection` and `topics` write the data that ships with the encoder.
 * `--half first` is for tuning and writes nothing; `--elasticsearch` uses a running one,
 * `--embedded` the embedded engine alone.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string' },
      data: { type: 'string', default: join(root, '../shared/eval/obliqa') },
      half: { type: 'string', default: 'second' },
      part: { type: 'string', default: 'quality,scale' },
      elasticsearch: { type: 'string' },
      embedded: { type: 'boolean', default: false },
      passages: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '8' },
    },
  })
  const obliqa = await readObliqa(values.data)
  if (values.part === 'projection') {
    console.log(await fitProjection(obliqa.passages.map(({ text }) => text)))
    return []
  }
  const middle = Math.floor(obliqa.questions.length / 2)
  const half = values.half === 'first' ? 'first' : 'second'
  const questions = half === 'first' ? obliqa.questions.slice(0, middle) : obliqa.questions.slice(middle)
  const asked = { ...obliqa, questions }
  const embedder = await openEmbedder('onnx:', { log: createLogger({ service: 'bench', level: 'error' }) })
  try {
    if (values.part === 'topics') {
      console.log(await writeTopicVectors(embedder))
      return []
    }
    if (values.part === 'weights') return [await fitOnAll(embedder, obliqa, values.corpus ?? null)]
    const vectors: Vectors = { embedder, ...(await embedAll(embedder, asked)) }
    return await withSearchEngines(values.embedded ? null : values.elasticsearch, async (engines) => {
      const found: Result[] = []
      if (values.part.includes('quality')) {
        const { rankings, times } = await rankAll(engines, asked, vectors)
        const results = rankings.map(({ name, ranking }) => ({ name, ...meanQuality(questions, ranking) }))
        const measured = {
          half,
          questions: questions.length,
          passages: obliqa.passages.length,
          times,
        } as const
        const table = resultTable(results, measured)
        if (half === 'first') console.log(table)
        else found.push({ name: 'search', how: 'one run', paragraphs: [table] })
      }
      if (values.part.includes('scale')) {
        const scale = { ...vectors, total: Number(values.passages), rounds: Number(values.rounds) }
        found.push(await measureScale(engines, asked, scale))
      }
      return found
    })
  } finally {
    await embedder.close()
  }
}

async function fitOnAll(embedder: Embedder, obliqa: Obliqa, corpus: string | null): Promise<Result> {
  const vectors: Vectors = { embedder, ...(await embedAll(embedder, obliqa)) }
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-weights-'))
  const index = await openSearchIndex(`sqlite:${folder}`)
  try {
    const lists = await obliqaLists(index, obliqa, vectors)
    const middle = Math.floor(lists.length / 2)
    const [first, second] = [lists.slice(0, middle), lists.slice(middle)]
    return measureAblation({ first, second, golden: await goldenLists(corpus) })
  } finally {
    await index.close()
    await rm(folder, { recursive: true })
  }
}

async function embedAll(embedder: Embedder, { passages, questions }: Obliqa) {
  const cache = new EmbeddingCache(cacheFolder(), embedder)
  const states = new StatesCache(cacheFolder(), embedder)
  const progress = (what: string) => (done: number, total: number) =>
    console.log(`embedded ${done} of ${total} ${what}`)
  const headings = passageHeadings(passages)
  const below = passages.map(({ text }, at) => ({ text, headingPath: headings[at] ?? [] }))
  const stored = await states.encode(below, progress('passages'))
  states.close()
  const asked = await cache.embed(
    questions.map(({ question }) => question),
    'query',
    progress('questions'),
  )
  cache.close()
  return { stored, asked }
}
