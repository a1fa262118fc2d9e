import { uploadBytesMax } from '@portal/contracts/documents'
import { errorStatus } from '@portal/contracts/errors'
import { docxFile, docxParts, wordParagraph } from '@portal/testkit/files/docx-file'
import { hostileDocFiles } from '@portal/testkit/files/hostile-doc-files'
import { utf8 } from '@portal/testkit/files/hostile-file'
import { pdfOfPages, textOperators } from '@portal/testkit/files/pdf-file'
import { compoundFile, wordStream } from '@portal/testkit/files/word-binary-file'
import { zipArchive } from '@portal/testkit/files/zip-archive'
import { hostileFiles } from '@portal/testkit/hostile-files'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkUploadedFile } from './file-gate.ts'

const pdf = pdfOfPages([{ operators: textOperators(['Keep it.']) }])
const docx = docxFile(wordParagraph('Keep it.'))
const renamedMain = zipArchive(
  docxParts(wordParagraph('Keep it.')).map((part) => ({
    ...part,
    name: part.name.replace('document.xml', 'document2.xml'),
  })),
)
const doc = compoundFile({ WordDocument: wordStream(false) })

describe('the gate for uploads', () => {
  it.each([
    ['policy.pdf', pdf, 'application/pdf'],
    ['Policy.PDF', pdf, 'application/pdf'],
    ['policy.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    [
      'office365.docx',
      renamedMain,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['policy.txt', utf8('Keep it.'), 'text/plain'],
    ['größe 10,5 🗎.txt', utf8('Keep it.'), 'text/plain'],
  ])('lets %s through with its type', (name, content, type) => {
    expect(checkUploadedFile({ name, content, purpose: 'document' })).toEqual({ ok: true, type })
  })

  it('takes exactly 10 MB, and not one byte more', () => {
    const content = new Uint8Array(uploadBytesMax + 1).fill(0x61)
    const gate = (bytes: Uint8Array) =>
      checkUploadedFile({ name: 'a.txt', content: bytes, purpose: 'document' })
    expect(gate(content.subarray(1)).ok).toBe(true)
    expect(gate(content)).toMatchObject({ ok: false, code: 'payload_too_large' })
    expect(errorStatus.payload_too_large).toBe(413)
  })

  it('takes an old Word file as a new version only, and not an encrypted one', () => {
    const check = (content: Uint8Array, purpose: 'document' | 'version') =>
      checkUploadedFile({ name: 'a.doc', content, purpose })
    expect(check(doc, 'version')).toEqual({ ok: true, type: 'application/msword' })
    expect(check(doc, 'document')).toMatchObject({ code: 'unsupported_file' })
    expect(check(compoundFile({ WordDocument: wordStream(true) }), 'version')).toMatchObject({
      code: 'encrypted_file',
    })
    const before97 = wordStream(false)
    before97.set([0xdc, 0xa5])
    expect(check(compoundFile({ WordDocument: before97 }), 'version')).toMatchObject({
      code: 'unsupported_file',
      message: expect.stringContaining('Word 95'),
    })
    expect(check(compoundFile({ Workbook: wordStream(false) }), 'version')).toMatchObject({
      code: 'unsupported_file',
    })
  })

  it.each(hostileDocFiles)('takes as a new version, for the parser to judge: $title', ({ make }) => {
    const decision = checkUploadedFile({ name: 'a.doc', content: make(), purpose: 'version' })
    expect(decision).toMatchObject({ ok: true })
  })

  it.each(hostileFiles)('$title', ({ fileName, make, outcome }) => {
    const decision = checkUploadedFile({ name: fileName, content: make(), purpose: 'document' })
    if (!('refused' in outcome)) return expect(decision).toMatchObject({ ok: true })
    expect(decision).toMatchObject({ ok: false, code: outcome.refused })
    expect(decision).toHaveProperty('message', expect.stringMatching(/^[A-Z].*\.$/))
  })

  it('answers any bytes under any name without throwing', () => {
    const starts = [pdf, docx, doc, utf8('PK\u0005\u0006'), utf8('%PDF-1.4 1 0 obj')]
    const names = fc.oneof(fc.string(), fc.constantFrom('a.pdf', 'a.docx', 'a.doc', 'a.txt'))
    const damaged = fc.tuple(
      fc.constantFrom(...starts),
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 20 }),
    )
    const contents = damaged.map(([start, changes]) => {
      const bytes = new Uint8Array(start)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return bytes
    })
    fc.assert(
      fc.property(names, fc.oneof(fc.uint8Array({ maxLength: 300 }), contents), (name, content) => {
        const decision = checkUploadedFile({ name, content, purpose: 'version' })
        return decision.ok || errorStatus[decision.code] < 500
      }),
      { numRuns: 500 },
    )
  })
})
