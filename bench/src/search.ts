import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { cacheFolder } from './config.ts'
import type { Result } from './measure/report.ts'
import { EmbeddingCache } from './search/embedding-cache.ts'
import { meanQuality } from './search/measures.ts'
import { type Obliqa, readObliqa } from './search/obliqa.ts'
import { rankAll } from './search/rank-all.ts'
import { resultTable } from './search/result-table.ts'
import { measureScale } from './search/scale.ts'
import { withSearchEngines } from './search/search-engines.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Options of the short form. */
export const short = ['--data', 'sample', '--passages', '2000', '--rounds', '1']

/**
 * Both search adapters on ObliQA (`--data`). Part `quality`: P7, P8, against a textbook BM25. Part
 * `scale`: P19, 10^5 passages against 10^3 (`--passages`). `--half first` is for tuning and writes
 * nothing; `--elasticsearch` uses a running one.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: join(root, '../shared/eval/obliqa') },
      half: { type: 'string', default: 'second' },
      part: { type: 'string', default: 'quality,scale' },
      elasticsearch: { type: 'string' },
      passages: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '8' },
    },
  })
  const obliqa = await readObliqa(values.data)
  const middle = Math.floor(obliqa.questions.length / 2)
  const half = values.half === 'first' ? 'first' : 'second'
  const questions = half === 'first' ? obliqa.questions.slice(0, middle) : obliqa.questions.slice(middle)
  const asked = { ...obliqa, questions }
  const embedder = await openEmbedder('onnx:', { log: createLogger({ service: 'bench', level: 'error' }) })
  try {
    const vectors = { embedder, ...(await embedAll(embedder, asked)) }
    return await withSearchEngines(values.elasticsearch, async (engines) => {
      const found: Result[] = []
      if (values.part.includes('quality')) {
        const rankings = await rankAll(engines, asked, vectors)
        const results = rankings.map(({ name, ranking }) => ({ name, ...meanQuality(questions, ranking) }))
        const measured = { half, questions: questions.length, passages: obliqa.passages.length } as const
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

async function embedAll(embedder: Embedder, { passages, questions }: Obliqa) {
  const cache = new EmbeddingCache(cacheFolder(), embedder)
  const progress = (what: string) => (done: number, total: number) =>
    console.log(`embedded ${done} of ${total} ${what}`)
  const texts = passages.map((passage) => passage.text)
  const stored = await cache.embed(texts, 'passage', progress('passages'))
  const asked = await cache.embed(
    questions.map(({ question }) => question),
    'query',
    progress('questions'),
  )
  cache.close()
  return { stored, asked }
}
