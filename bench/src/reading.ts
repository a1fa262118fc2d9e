import { parseArgs } from 'node:util'
import { LocalDocumentParser } from '@portal/adapters/document-parser/local-document-parser'
import { readCorpus } from './ingest/read-corpus.ts'
import type { Result } from './measure/report.ts'
import { foundShare } from './reading/found-share.ts'
import { generatedPdfs } from './reading/generated-pdfs.ts'
import { type HeadingScore, scoreHeadings } from './reading/heading-score.ts'
import { checkPdfToText, pdfToText } from './reading/pdf-to-text.ts'
import { styledHeadings } from './reading/styled-headings.ts'
import { orderKept, twoColumnPdfs } from './reading/two-column-pdfs.ts'

/** What reading must reach (issue of documents, "How it is judged"). */
const reach = { characters: 0.98, headings: 0.9 }
/** Files with less text say nothing about shares. */
const charactersMin = 50

export const short: readonly string[] = []

/**
 * Reads each PDF and DOCX of `--corpus <folder>` (may be given several times) and generated PDFs,
 * and measures what was read: characters against `pdftotext`, headings against styles and outlines,
 * the order of two columns. Fails if generated files or a PDF of the first corpus miss the reach.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const options = { corpus: { type: 'string', multiple: true } } as const
  const { values } = parseArgs({ args: [...args], options })
  if (values.corpus) await checkPdfToText()
  const parser = await LocalDocumentParser.open()
  const folders = await Promise.all((values.corpus ?? []).map(readCorpus))
  const rows: PdfRow[][] = []
  for (const files of folders) rows.push(await readPdfs(parser, files))
  const styled = await readStyled(parser, folders.flat())
  const outlined = await readOutlined(parser)
  const columns = await readColumns(parser)
  const low = (rows[0] ?? []).filter(({ failure, share }) => failure !== null || share < reach.characters)
  const misses = [
    ...low.map(({ name }) => name),
    ...(styled !== null && styled.f1 < reach.headings ? ['headings of DOCX'] : []),
    ...outlined.filter(({ f1 }) => f1 < reach.headings).map(({ name }) => name),
    ...columns.filter(({ kept }) => kept < 1).map(({ name }) => name),
  ]
  const paragraphs = [
    ...rows.flatMap((some, index) => [
      `## PDFs of ${index === 0 ? 'the corpus' : `folder ${index + 1}`}`,
      pdfTable(some),
    ]),
    '## Headings and order',
    scoreTable(styled, outlined, columns),
  ]
  const failure = misses.length > 0 && { failure: `Below the reach: ${misses.join(', ')}.` }
  return [{ name: 'reading', how: 'one reading of each file', paragraphs, ...failure }]
}

interface PdfRow {
  readonly name: string
  readonly characters: number
  readonly share: number
  readonly sequences: number
  readonly unread: number
  readonly pages: number
  readonly failure: string | null
}

type Files = Awaited<ReturnType<typeof readCorpus>>

async function readPdfs(parser: LocalDocumentParser, files: Files): Promise<PdfRow[]> {
  const rows: PdfRow[] = []
  for (const { name, content } of files.filter((file) => /\.pdf$/i.test(file.name))) {
    const reference = await pdfToText(content)
    const nothing = { name, characters: reference.length, share: 0, sequences: 0, unread: 0, pages: 0 }
    try {
      const parsed = await parser.parse({ content, type: 'application/pdf', group: 'bench' })
      const text = parsed.blocks.map((block) => block.text).join('\n')
      rows.push({
        ...nothing,
        ...foundShare(reference, text),
        unread: parsed.unreadPages?.length ?? 0,
        pages: parsed.pages ?? 0,
        failure: null,
      })
    } catch (error) {
      rows.push({ ...nothing, failure: error instanceof Error ? error.message : String(error) })
    }
  }
  return rows
}

async function readStyled(parser: LocalDocumentParser, files: Files): Promise<HeadingScore | null> {
  const scores = { found: 0, said: 0, true: 0 }
  const documents = files.filter(({ name }) => name.endsWith('.docx'))
  if (documents.length === 0) return null
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  for (const { content } of documents) {
    const { blocks } = await parser.parse({ content, type, group: 'bench' })
    const score = scoreHeadings(styledHeadings(content), blocks)
    scores.found += score.found
    scores.said += score.said
    scores.true += score.true
  }
  return { ...scores, f1: (2 * scores.found) / (scores.said + scores.true) }
}

async function readOutlined(parser: LocalDocumentParser) {
  const scores: (HeadingScore & { readonly name: string })[] = []
  for (const { name, content, headings } of generatedPdfs()) {
    const { blocks } = await parser.parse({ content, type: 'application/pdf', group: 'bench' })
    scores.push({ name, ...scoreHeadings(headings, blocks) })
  }
  return scores
}

async function readColumns(parser: LocalDocumentParser) {
  const results: { readonly name: string; readonly kept: number }[] = []
  for (const { name, content, lines } of twoColumnPdfs()) {
    const { blocks } = await parser.parse({ content, type: 'application/pdf', group: 'bench' })
    results.push({ name, kept: orderKept(lines, blocks.map((block) => block.text).join(' ')) })
  }
  return results
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

function pdfTable(rows: readonly PdfRow[]): string {
  const withText = rows.filter(({ characters }) => characters >= charactersMin)
  const below = (share: number) => withText.filter((row) => row.share < share)
  const lost = below(reach.characters)
  const line = ({ name, characters, share, sequences, unread, pages, failure }: PdfRow) =>
    `| ${name} | ${pages} | ${characters} | ${percent(share)} | ${percent(sequences)} | ${unread} | ${failure ?? ''} |`
  return [
    `${rows.length} files, ${withText.length} with ${charactersMin} characters or more in pdftotext; below 98 % of these characters: ${lost.length}, below 90 %: ${below(0.9).length}, of which ${lost.filter(({ unread, failure }) => unread > 0 || failure !== null).length} say so.`,
    '',
    '| file | pages | characters | found | in sequences of three | unread pages | failure |',
    '|---|---|---|---|---|---|---|',
    ...(rows.length <= 60 ? rows : lost).map(line),
  ].join('\n')
}

function scoreTable(
  styled: HeadingScore | null,
  outlined: readonly (HeadingScore & { readonly name: string })[],
  columns: readonly { readonly name: string; readonly kept: number }[],
): string {
  return [
    '| set | measure | value |',
    '|---|---|---|',
    ...(styled === null ? [] : [`| DOCX, headings by style | F1 | ${styled.f1.toFixed(3)} |`]),
    ...outlined.map(({ name, f1 }) => `| ${name} | F1 of headings | ${f1.toFixed(3)} |`),
    ...columns.map(({ name, kept }) => `| ${name} | lines in order | ${percent(kept)} |`),
  ].join('\n')
}
