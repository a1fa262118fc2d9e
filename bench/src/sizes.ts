import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { usageBelow } from '@portal/deploy/load/process-usage'
import { readGolden } from './golden/golden-questions.ts'
import { readCorpus } from './ingest/read-corpus.ts'
import type { Result } from './measure/report.ts'
import { startStoring } from './sizes/stored.ts'

const policies = fileURLToPath(new URL('../../packages/testkit/policies', import.meta.url))
/** Options of the short form. */
export const short = ['--questions', '3']

/**
 * What a passage, a document and a question cost: bytes of each store, CPU of each process and
 * events, with every file of `--corpus <folder>` uploaded into one organization and `--questions`
 * (60) asked there. On the embedded engines; docs/operate.md reckons with the figures.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string', default: policies },
      questions: { type: 'string', default: '60' },
    },
  })
  // The older Word format is read, but not taken as an upload.
  const files = (await readCorpus(values.corpus)).filter(({ name }) => !name.toLowerCase().endsWith('.doc'))
  const questions = (await readGolden()).slice(0, Number(values.questions)).map(({ question }) => question)
  await using portal = await startStoring()
  const empty = await portal.stored()
  const started = await cpuSeconds()
  await portal.upload(files)
  const indexed = await cpuSeconds()
  const filled = await portal.stored()
  const { passages, characters } = await portal.counts()
  // The first question loads what the others find loaded.
  await portal.ask(questions.slice(0, 1))
  const asking = await cpuSeconds()
  const before = await portal.stored()
  await portal.ask(questions)
  const asked = await cpuSeconds()
  const after = await portal.stored()
  const about = `${files.length} files, ${passages} passages of ${Math.round(characters / passages)} characters`
  const bytes = difference(filled.bytes, empty.bytes)
  const events = { upload: filled.events - empty.events, question: after.events - before.events }
  const paragraphs = [
    about,
    table('Bytes per passage', bytes, passages),
    table('CPU per passage, ms, from upload to index', times(difference(indexed, started)), passages),
    table('Bytes per question', difference(after.bytes, before.bytes), questions.length),
    table('CPU per question, ms', times(difference(asked, asking)), questions.length),
    `Events: ${(events.upload / files.length).toFixed(1)} per document, ${(events.question / questions.length).toFixed(1)} per question.`,
  ]
  return [{ name: 'sizes', how: `${questions.length} questions`, paragraphs }]
}

type Figures = ReadonlyMap<string, number>

async function cpuSeconds(): Promise<Figures> {
  const usage = await usageBelow(process.pid)
  return new Map([...usage].map(([name, { cpuSeconds: seconds }]) => [name, seconds]))
}

function difference(after: Figures, before: Figures): Figures {
  return new Map([...after].map(([name, figure]) => [name, figure - (before.get(name) ?? 0)]))
}

function times(seconds: Figures): Figures {
  return new Map([...seconds].map(([name, figure]) => [name, figure * 1000]))
}

/** What is at least a hundredth of all, and the rest. */
function table(title: string, figures: Figures, count: number): string {
  const digits = title.startsWith('CPU') ? 1 : 0
  const all = [...figures.values()].reduce((sum, figure) => sum + figure, 0)
  const sorted = [...figures].toSorted(([, a], [, b]) => b - a)
  const large = sorted.filter(([, figure]) => figure >= all / 100)
  const rest = all - large.reduce((sum, [, figure]) => sum + figure, 0)
  const rows = [...large, ['the rest', rest] as const, ['all', all] as const]
  const lines = rows.map(([name, figure]) => `| ${name} | ${(figure / count).toFixed(digits)} |`)
  return [`## ${title}`, '', '| what | each |', '|---|---|', ...lines].join('\n')
}
