import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { answersReport, figuresIn } from './answers/answers-report.ts'
import { answersToRead } from './answers/answers-to-read.ts'
import { compareModel } from './answers/compare-model.ts'
import { failureList } from './answers/failures.ts'
import { fillLibrary } from './answers/fill-library.ts'
import { fitEvidence } from './answers/fit-evidence.ts'
import { findEvidence } from './answers/found-evidence.ts'
import { measureAnswers } from './answers/measure-answers.ts'
import { misspelt } from './answers/misspelt.ts'
import { corpusPlan, demoPlan } from './answers/planned-documents.ts'
import { startAnsweringServices } from './answers/services.ts'
import { cacheFolder } from './config.ts'
import { readGolden } from './golden/golden-questions.ts'
import type { Result } from './measure/report.ts'
import { EmbeddingCache } from './search/embedding-cache.ts'

const lastReport = new URL('../results/answers.md', import.meta.url)

/** Options of the short form. */
export const short = ['--only', 'demo', '--questions', '12']

/**
 * Golden questions asked of the portal, over its demo and the corpus in a folder with an index.tsv
 * (`--corpus`; without it, the policies of this repository, and nothing is written). `--only` one
 * collection, `--share` tuning, kept or fresh, `--questions` the first so many, `--every` every so
 * many-th, `--misspelt` with a slip in each. `--failures` is a file for what to read afterwards.
 * Part `model`: `--model` and no model, side by side. `--read` is a file for fifty answers to read.
 * `--fit` only prints weights of the answerer's evidence.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string' },
      model: { type: 'string', default: 'extractive:' },
      only: { type: 'string' },
      share: { type: 'string' },
      questions: { type: 'string' },
      every: { type: 'string', default: '1' },
      misspelt: { type: 'boolean', default: false },
      part: { type: 'string', default: 'quotations' },
      failures: { type: 'string' },
      read: { type: 'string' },
      fit: { type: 'boolean', default: false },
    },
  })
  const golden = await readGolden()
  const ofOnly = golden.filter(
    ({ collection, share }) =>
      (values.only === undefined || collection === values.only) &&
      (values.share === undefined || share === values.share),
  )
  const chosen = ofOnly.filter((_, at) => at % Number(values.every) === 0)
  const written = chosen.slice(0, values.questions === undefined ? undefined : Number(values.questions))
  const asked = values.misspelt
    ? written.map((one) => ({ ...one, question: misspelt(one.question) }))
    : written
  const { corpus = null } = values
  const planned = [
    ...(asked.some(({ collection }) => collection === 'demo') ? await demoPlan() : []),
    ...(asked.some(({ collection }) => collection !== 'demo') ? await corpusPlan(corpus, golden) : []),
  ]
  if (values.part === 'model') return [await compareModel(values.model, { planned, golden: asked })]
  await using services = await startAnsweringServices(values.model)
  if (values.fit) {
    await fillLibrary(services, planned)
    const seen = asked.filter(({ share }) => share !== 'kept')
    console.log(fitEvidence(await findEvidence(services, seen)))
    return []
  }
  const vectors = new EmbeddingCache(cacheFolder(), services.embedder)
  const measurement = { planned, golden: asked, vectors }
  const { measured, objections, fileOf } = await measureAnswers(services, measurement)
  vectors.close()
  if (values.read) await writeFile(values.read, `# Answers to read\n\n${answersToRead(measured, fileOf)}\n`)
  if (values.failures) await writeFile(values.failures, failureList(measured, objections))
  const before = existsSync(lastReport) ? figuresIn(await readFile(lastReport, 'utf8')) : new Map()
  const paragraphs = answersReport(measured, objections, before)
  if (corpus !== null && asked.length === golden.length && !values.misspelt)
    return [{ name: 'answers', how: `model ${values.model}`, paragraphs }]
  console.log(paragraphs.join('\n\n'))
  return []
}
