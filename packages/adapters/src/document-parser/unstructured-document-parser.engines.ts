import { DocumentParseError } from '@portal/service-kit/ports/document-parser'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { documentParserSuite } from '@portal/testkit/conformance/document-parser-suite'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { goodBlocks, goodFiles } from '@portal/testkit/files/good-files'
import { hostileFiles } from '@portal/testkit/hostile-files'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openDocumentParser } from './open-document-parser.ts'
import { scannedPdf } from './unstructured/scanned-pdf.fixture.ts'
import { UnstructuredDocumentParser } from './unstructured-document-parser.ts'

documentParserSuite('unstructured', async () => ({
  parser: await openDocumentParser(await engineUrl('unstructured')),
  close: async () => {},
}))

/** Takes the engine a minute. */
const largeText = new TextEncoder().encode(
  'Records of this kind are kept for seven years.\n\n'.repeat(200_000),
)

describe('the unstructured engine', () => {
  let parser: UnstructuredDocumentParser
  beforeAll(async () => {
    parser = new UnstructuredDocumentParser(await engineUrl('unstructured'))
  })
  const pdf = { content: goodFiles['application/pdf'], type: 'application/pdf' } as const

  it('says that it is well', async () => {
    await expect(parser.check()).resolves.toBeUndefined()
  })

  it('reads the words of a scan, which has no text', { timeout: 300_000 }, async () => {
    const scan = { ...pdf, content: await scannedPdf(goodFiles['application/pdf']) }
    const { parser: engine, pages, blocks } = await parser.parse(scan)
    expect(engine).toBe('unstructured ocr_only')
    expect(pages).toBe(2)
    const on = (page: number) => blocks.filter((block) => block.page === page).map(({ text }) => text)
    const { title, heading, paragraph, clauses, lastPage } = goodBlocks
    for (const words of [title, heading, paragraph, ...clauses]) expect(on(1).join(' ')).toContain(words)
    expect(on(2)).toEqual([lastPage])
  })

  // The library extracts nothing from them, not always with a reason; the upload's gate refuses
  // them first.
  const isProtected = /encrypted PDF/
  it.each(hostileFiles.filter(({ title }) => isProtected.test(title)))(
    'gives no word of a protected file: $title',
    async ({ make }) => {
      const failure = await parser
        .parse({ content: make(), type: 'application/pdf' })
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DocumentParseError)
      expect(failure).toHaveProperty('reason', expect.stringMatching(/^(?:encrypted|corrupt|no_text)$/))
    },
  )

  it('reads small files while it reads a large one, and stops when nobody waits for it', async () => {
    const leaving = new AbortController()
    let isReading = true
    const large = parser
      .parse({ content: largeText, type: 'text/plain', signal: leaving.signal })
      .catch(() => {})
      .finally(() => {
        isReading = false
      })
    for (let times = 0; times < 5; times += 1) expect((await parser.parse(pdf)).pages).toBe(2)
    expect(isReading).toBe(true)
    leaving.abort()
    await large
  })

  it('that stands still is away for its callers, and reads again when it goes on', async () => {
    const hasty = new UnstructuredDocumentParser(await engineUrl('unstructured'), { fileMs: 500 })
    await disturb('unstructured', 'pause')
    await expect(hasty.parse(pdf))
      .rejects.toBeInstanceOf(EngineUnavailable)
      .finally(() => disturb('unstructured', 'resume'))
    await vi.waitFor(async () => expect((await parser.parse(pdf)).pages).toBe(2), { timeout: 90_000 })
  })

  it('that is killed is away, and reads again after its restart without a new client', async () => {
    await disturb('unstructured', 'stop')
    await expect(parser.check()).rejects.toThrow('The document parser cannot be reached.')
    await expect(parser.parse(pdf)).rejects.toBeInstanceOf(EngineUnavailable)
    await disturb('unstructured', 'start')
    await vi.waitFor(async () => expect((await parser.parse(pdf)).pages).toBe(2), { timeout: 90_000 })
  })
})
