import {
  DocumentParseError,
  type DocumentParser,
  type ParsableType,
  type ParsedDocument,
} from '@portal/service-kit/ports/document-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goodBlocks, goodFiles } from '../files/good-files.ts'
import { utf8 } from '../files/hostile-file.ts'
import { comparable } from '../independent-text.ts'
import { describeConformance } from './describe-conformance.ts'

/** A parser under test. */
export interface DocumentParserUnderTest {
  readonly parser: DocumentParser
  readonly close: () => Promise<void>
}

const types = Object.keys(goodFiles) as (keyof typeof goodFiles)[]
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** What every document parser promises (ports/document-parser). */
export function documentParserSuite(engine: string, open: () => Promise<DocumentParserUnderTest>): void {
  describeConformance('document parser', engine, () => {
    let opened: DocumentParserUnderTest
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())
    itReadsBlocks((type) => opened.parser.parse({ content: goodFiles[type], type }))
    itRefuses(() => opened.parser)
    itServesMany(() => opened.parser)
  })
}

function itReadsBlocks(read: (type: keyof typeof goodFiles) => Promise<ParsedDocument>): void {
  it.each(types)('reads the words of %s verbatim and in order', async (type) => {
    const { blocks, parser } = await read(type)
    const { title, heading, paragraph, clauses, lastPage } = goodBlocks
    const text = comparable(blocks.map((block) => block.text).join('\n'))
    const positions = [title, heading, paragraph, ...clauses, lastPage].map((words) =>
      text.indexOf(comparable(words)),
    )
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(parser).not.toBe('')
  })

  it.each(types)('tells headings, with their levels, from paragraphs in %s', async (type) => {
    const { blocks } = await read(type)
    const headings = blocks.filter(({ kind }) => kind === 'heading')
    expect(headings.map(({ text }) => text)).toEqual([goodBlocks.title, goodBlocks.heading])
    const [outer, inner] = headings.map(({ level }) => level ?? 0)
    expect(outer).toBeGreaterThan(0)
    expect(inner).toBeGreaterThan(outer ?? 0)
  })

  it('tells the pages of a PDF, and none of other formats', async () => {
    const pdf = await read('application/pdf')
    expect(pdf.pages).toBe(2)
    expect(pdf.blocks.at(0)?.page).toBe(1)
    expect(pdf.blocks.at(-1)).toMatchObject({ text: goodBlocks.lastPage, page: 2 })
    const word = await read(docx)
    expect([word.pages, word.blocks[0]?.page]).toEqual([undefined, undefined])
  })

  it('gives a table as one block, rows on lines, cells separated by tabs', async () => {
    const { blocks } = await read(docx)
    expect(blocks.filter(({ kind }) => kind === 'table').map(({ text }) => text)).toEqual([
      'Record\tKept for\nInvoice\tTen years',
    ])
  })
}

function itRefuses(parser: () => DocumentParser): void {
  const damaged: readonly (readonly [string, ParsableType, Uint8Array])[] = [
    ['a damaged PDF', 'application/pdf', goodFiles['application/pdf'].slice(0, 60)],
    ['a damaged DOCX', docx, goodFiles[docx].slice(0, 300)],
    ['a text without words', 'text/plain', utf8(' \n\n ')],
  ]
  it.each(damaged)('gives %s up with a sentence for people', async (_, type, content) => {
    const failure = await parser()
      .parse({ content, type })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DocumentParseError)
    expect(failure).toHaveProperty('reason', expect.stringMatching(/^(?:corrupt|no_text|unsupported)$/))
    expect(failure).toHaveProperty('message', expect.stringMatching(/^[A-Z].*\.$/))
  })

  it('stops at once when told to, with the reason it was given', async () => {
    const reason = new Error('The service stops')
    const file = { content: goodFiles['application/pdf'], type: 'application/pdf' } as const
    await expect(parser().parse({ ...file, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const stop = new AbortController()
    const reading = parser().parse({ ...file, signal: stop.signal })
    stop.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })
}

function itServesMany(parser: () => DocumentParser): void {
  it('reads many files at once, good and bad, each for itself', async () => {
    const files = Array.from({ length: 4 }, () =>
      types.map((type) => ({ type, content: goodFiles[type] })),
    ).flat()
    const bad = { type: docx, content: utf8('no archive') } as const
    const results = await Promise.allSettled(
      [...files, bad].map((file) => parser().parse({ ...file, group: 'org-1' })),
    )
    expect(results.map(({ status }) => status)).toEqual([...files.map(() => 'fulfilled'), 'rejected'])
  })
}
