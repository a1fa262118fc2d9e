import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { LocalDocumentParser } from '@portal/adapters/document-parser/local-document-parser'
import { type IngestedFile, ingestFile } from './ingest/ingest-file.ts'
import { fileTable, missingList, summaryTable } from './ingest/ingest-table.ts'
import { type CorpusFile, readCorpus } from './ingest/read-corpus.ts'

/**
 * Takes every PDF, DOCX and TXT of a folder through gate, parser, text and passages, two at a time as a service does,
 * and looks every passage up in another engine's reading of the file. `--corpus <folder>`. Fails when a file fails.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { corpus: { type: 'string' } } })
  if (values.corpus === undefined) throw new Error('Say where the files are: --corpus <folder>.')
  const files = await readCorpus(values.corpus)
  const parser = await LocalDocumentParser.open()
  const started = performance.now()
  const ingested = await inPairs(files, (file) => ingestFile(parser, file))
  const wall = (performance.now() - started) / 1000
  const text = [
    '# ingest',
    `\`npm run bench -- ingest --corpus <folder>\` · ${cpus().length} cores, Node ${process.versions.node} · ${new Date().toISOString().slice(0, 10)} · confined by: ${parser.holds.join(', ')}`,
    `${files.length} files in ${wall.toFixed(1)} seconds of wall time, the independent extraction included. Seconds in the tables run from gate to passages.`,
    summaryTable(ingested),
    '## Passages not found in the independent extraction',
    `PDF is compared with PDFium, DOCX with the bare elements of its main part, TXT with itself; both sides after NFKC, without white space and line-end hyphens. PDFium's text of a page lacks its last character for each hyphen that PDFium makes up in it, so a passage at a page's end can miss its full stop there.`,
    missingList(ingested),
    '## Files',
    fileTable(ingested),
  ].join('\n\n')
  console.log(text)
  const folder = new URL('../results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL('ingest.md', folder), `${text}\n`)
  const failed = ingested.filter(({ failure }) => failure !== null)
  if (failed.length > 0) throw new Error(`${failed.length} files could not be read.`)
}

/** Two runners share the files; results keep their order. */
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
