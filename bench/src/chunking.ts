import { parseArgs } from 'node:util'
import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { createLogger } from '@portal/service-kit/logger'
import { plainAnswers } from './answers/plain-words.ts'
import { corpusPlan, demoPlan } from './answers/planned-documents.ts'
import { type FoundAnswers, findAnswers } from './chunking/found-in-characters.ts'
import { readTexts } from './chunking/read-texts.ts'
import { cacheFolder } from './config.ts'
import { readGolden } from './golden/golden-questions.ts'
import type { Result } from './measure/report.ts'
import { EmbeddingCache } from './search/embedding-cache.ts'

/** Options of the short form. */
export const short = ['--only', 'demo', '--sizes', '1600']

/** What is read of the ranked text: three, six and twelve passages of 1,600 characters. */
const budgets = [4_800, 9_600, 19_200]

/**
 * Lengths of passages (`--sizes`) compared at equal characters: how often the right words are in
 * the first so many characters of ranked text, over the demo and `--corpus` (as in answers; without
 * it nothing is written). `--only` one collection. Before the ranking's later steps, whose weights
 * were fitted on passages of one length.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string' },
      only: { type: 'string' },
      sizes: { type: 'string', default: '400,800,1200,1600,2400,3200' },
    },
  })
  const { corpus = null, only } = values
  const golden = (await readGolden()).filter(({ collection }) => only === undefined || collection === only)
  const planned = [...(await demoPlan()), ...(only === 'demo' ? [] : await corpusPlan(corpus, golden))]
  const texts = await readTexts(planned)
  const known = new Map(texts.map(({ file, assembled }) => [file, assembled.text]))
  const asked = golden.flatMap((each) => {
    const answers = plainAnswers(each, (file) => known.get(file))
    return each.after === null && answers.size > 0 ? [{ golden: each, answers }] : []
  })
  const embedder = await openEmbedder('onnx:', { log: createLogger({ service: 'bench', level: 'error' }) })
  const vectors = new EmbeddingCache(cacheFolder(), embedder)
  const rows: string[] = []
  for (const unitsMax of values.sizes.split(',').map(Number))
    rows.push(row(unitsMax, await findAnswers(asked, { texts, unitsMax, vectors })))
  vectors.close()
  await embedder.close()
  const heads = ['characters at most', 'passages', ...budgets.map((budget) => `in ${budget}`), 'not found']
  const paragraphs = [
    `Share of ${asked.length} golden questions whose right words are in the first so many characters of ranked text, words and vectors fused; "not found": no passage among the first hundred of either has them whole.`,
    [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...rows].join('\n'),
  ]
  if (corpus !== null && only === undefined) return [{ name: 'chunking', how: 'one run', paragraphs }]
  console.log(paragraphs.join('\n\n'))
  return []
}

function row(unitsMax: number, { passages, characters }: FoundAnswers): string {
  const share = (isMet: (read: number | null) => boolean) =>
    (characters.filter(isMet).length / characters.length).toFixed(3)
  const within = budgets.map((budget) => share((read) => read !== null && read <= budget))
  return `| ${[unitsMax, passages, ...within, share((read) => read === null)].join(' | ')} |`
}
