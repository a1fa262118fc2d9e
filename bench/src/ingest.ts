import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LocalDocumentParser } from '@portal/adapters/document-parser/local-document-parser'
import { type IngestedFile, ingestFile } from './ingest/ingest-file.ts'
import { fileTable, missingList, summaryTable } from './ingest/ingest-table.ts'
import { pdfContenders } from './ingest/pdf-contenders.ts'
import { type CorpusFile, readCorpus } from './ingest/read-corpus.ts'
import { ingestWhole, slowIngestion, wholeSection } from './ingest/whole-ingestion.ts'
import { interleaved } from './measure/interleaved.ts'
import { type Result, sectionTable } from './measure/report.ts'

/** Every fourth PDF suffices to compare readers and keeps rounds short. */
const pdfStride = 4
/** P12's "reach", in pages per second of unpdf. */
const pagesReach = 0.8
/** For the p99 of an idle service, with each part of the corpus. */
const idleRequestsPerRound = 25
/** The whole way is measured with a part at a time. */
const partsOfCorpus = 3

const root = fileURLToPath(new URL('../../', import.meta.url))
const policies = join(root, 'packages/testkit/policies')
/** Options of the short form. */
export const short = ['--rounds', '1', '--corpus', policies]

/**
 * Runs each PDF, DOCX, DOC and TXT of `--corpus <folder>` through gate, parser and passages, two at
 * a time, checks passages against another engine's text, then measures P12 in `--rounds` (8) and
 * P13 with the documents service. Fails if a file fails, and with five rounds or more if it is
 * slower than promised.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const options = {
    corpus: { type: 'string', default: join(root, '../shared/corpus') },
    rounds: { type: 'string', default: '8' },
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const files = await readCorpus(values.corpus)
  const parser = await LocalDocumentParser.open()
  const started = performance.now()
  const ingested = await inPairs(files, (file) => ingestFile(parser, file))
  const wall = (performance.now() - started) / 1000
  const failed = ingested.filter(({ failure }) => failure !== null)
  const rounds = Number(values.rounds)
  const how = `${rounds} rounds for P12, confined by ${parser.holds.join(', ')}`
  const pdf = await pdfSection(parser, files, rounds)
  const whole = await ingestWhole(inParts(files), { idleRequests: rounds * idleRequestsPerRound })
  const paragraphs = [
    `${files.length} files in ${wall.toFixed(1)} seconds of wall time, the independent extraction included. Seconds in the tables run from gate to passages.`,
    summaryTable(ingested),
    '## Passages not found in the independent extraction',
    `PDF is compared with pdf.js, DOCX with the bare elements of its parts, TXT with itself, DOC with nothing; both sides after NFKC, without white space and line-end hyphens.`,
    missingList(ingested),
    pdf.text,
    wholeSection(whole),
    '## Files',
    fileTable(ingested),
  ]
  const failures = [
    ...(failed.length > 0 ? [`${failed.length} files could not be read`] : []),
    // One round, as in the short form, shows only that it runs.
    ...(rounds < 5 ? [] : [...pdf.slow, ...slowIngestion(whole)]),
  ]
  return [{ name: 'ingest', how, paragraphs, ...(failures.length > 0 && { failure: failures.join('; ') }) }]
}

async function pdfSection(
  parser: LocalDocumentParser,
  files: readonly CorpusFile[],
  rounds: number,
): Promise<{ readonly text: string; readonly slow: readonly string[] }> {
  const pdfs = files.filter(({ name }) => name.endsWith('.pdf')).filter((_, index) => index % pdfStride === 0)
  const { alone, usedAgain, forEachFile } = pdfContenders(parser, pdfs)
  const title = 'P12: PDF text, layout and headings included'
  const unit = 'ms per page'
  const again = await interleaved([alone, usedAgain], rounds)
  const pagesPerSecond = 1 / (again[1]?.ratio ?? Number.NaN)
  const verdict = `In a process used again, the parser reads ${pagesPerSecond.toFixed(2)} of the pages per second of unpdf alone (reach ${pagesReach}, aim 1.0).`
  const started = await interleaved([alone, forEachFile], Math.ceil(rounds / 4))
  const price =
    'What a file costs that comes alone: the start of its process, and code that has not run before.'
  const text = [
    sectionTable({ title, unit, rows: again, verdict }),
    sectionTable({ title: `${title}, each file in a new process`, unit, rows: started, verdict: price }),
  ].join('\n\n')
  const slow = pagesPerSecond < pagesReach ? ['the parser is slower than unpdf allows'] : []
  return { text, slow }
}

/** A DOC can only be a version of what exists. */
function inParts(files: readonly CorpusFile[]): CorpusFile[][] {
  const uploaded = files.filter(({ name }) => !name.endsWith('.doc'))
  return Array.from({ length: partsOfCorpus }, (_, part) =>
    uploaded.filter((_, index) => index % partsOfCorpus === part),
  )
}

/** Two workers share the files; results stay in order. */
async function inPairs(
  files: readonly CorpusFile[],
  ingest: (file: CorpusFile) => Promise<IngestedFile>,
): Promise<IngestedFile[]> {
  const waiting = files.entries()
  const results: IngestedFile[] = []
  const runner = async () => {
    for (const [index, file] of waiting) results[index] = await ingest(file)
  }
  await Promise.all([runner(), runner()])
  return results
}
