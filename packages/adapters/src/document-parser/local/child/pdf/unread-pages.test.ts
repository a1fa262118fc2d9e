import { pdfFile, pdfOfPages, textOperators } from '@portal/testkit/files/pdf-file'
import { describe, expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

const sentence = 'Every door is locked at night and every window is shut by the last person who leaves.'
const stream = (text: string) => ({ text: '<< >>', stream: Buffer.from(text, 'latin1') })

/** A page whose font is a Type 3 font without names that mean anything, its codes shifted. */
function pdfOfNamelessFont(shift: number): Uint8Array {
  const codes = [...sentence].map((character) => character.charCodeAt(0) - shift)
  const hex = Buffer.from(codes.map((code) => Math.max(1, code))).toString('hex')
  const names = Array.from({ length: 255 }, (_, index) => `/g${index + 1}`).join(' ')
  const glyphs = Array.from({ length: 255 }, (_, index) => `/g${index + 1} 6 0 R`).join(' ')
  const widths = Array.from({ length: 255 }, () => '500').join(' ')
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    stream(`BT /F1 11 Tf 1 0 0 1 40 700 Tm <${hex}> Tj ET`),
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar 255 /Widths [${widths}] /Encoding << /Type /Encoding /Differences [1 ${names}] >> /CharProcs << ${glyphs} >> /Resources << >> >>`,
    stream('500 0 0 0 500 700 d1 0 0 400 600 re f'),
  ])
}

const picture = {
  text: '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 >>',
  stream: Buffer.from([128]),
}

/** A page of text and a page that is a picture as a whole. */
function pdfWithScan(): Uint8Array {
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> /XObject << /Im 8 0 R >> >> /Contents ${contents} 0 R >>`
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [4 0 R 6 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    page(5),
    stream(textOperators([sentence])),
    page(7),
    stream('600 0 0 780 0 0 cm /Im Do'),
    picture,
  ])
}

describe('what cannot be read in a PDF', () => {
  it('is named by page where a font does not say which characters it draws', async () => {
    const { blocks, unreadPages } = await readPdf(pdfOfNamelessFont(29))
    expect(unreadPages).toEqual([1])
    expect(blocks.map(({ text }) => text).join('')).toBe('')
  })

  it('is not everything without names: codes that read as words are words', async () => {
    const { blocks, unreadPages } = await readPdf(pdfOfNamelessFont(0))
    expect(unreadPages).toEqual([])
    expect(blocks.map(({ text }) => text.replace(/\s/g, ''))).toEqual([sentence.replace(/\s/g, '')])
  })

  it('is named by page where the page is a picture', async () => {
    const { blocks, unreadPages } = await readPdf(pdfWithScan())
    expect(blocks.map(({ text }) => text)).toEqual([sentence])
    expect(unreadPages).toEqual([2])
  })

  it('is nothing on an empty page, or one of lines and boxes', async () => {
    const pages = [textOperators([sentence]), '', '0 0 100 100 re f 50 50 200 1 re f']
    const { unreadPages } = await readPdf(pdfOfPages(pages.map((operators) => ({ operators }))))
    expect(unreadPages).toEqual([])
  })
})
