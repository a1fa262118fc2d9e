import { pdfFile, textOperators } from './pdf-file.ts'

const stream = (text: string) => ({ text: '<< >>', stream: Buffer.from(text, 'latin1') })
const page = (contents: number, resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents ${contents} 0 R >>`

/** The words of {@link pdfOfNamelessFont} and of the first page of {@link pdfWithScan}. */
export const unreadableSentence =
  'Every door is locked at night and every window is shut by the last person who leaves.'

/**
 * A page in a Type 3 font whose glyph names say nothing. Its codes are ASCII, less `shift`: with 29
 * they are glyph numbers of many fonts, which no reader can tell without the font's names. Below
 * `among` lines in another font.
 */
export function pdfOfNamelessFont(shift: number, among = 0): Uint8Array {
  const codes = [...unreadableSentence].map((character) => Math.max(1, character.charCodeAt(0) - shift))
  const numbers = Array.from({ length: 255 }, (_, index) => index + 1)
  const names = numbers.map((number) => `/g${number}`).join(' ')
  const glyphs = numbers.map((number) => `/g${number} 6 0 R`).join(' ')
  const widths = numbers.map(() => '500').join(' ')
  const lines = Array.from(
    { length: among },
    (_, at) => `BT /F2 11 Tf 1 0 0 1 40 ${680 - at * 14} Tm (${unreadableSentence}) Tj ET`,
  )
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    page(4, '/Font << /F1 5 0 R /F2 7 0 R >>'),
    stream(`BT /F1 11 Tf 1 0 0 1 40 700 Tm <${Buffer.from(codes).toString('hex')}> Tj ET ${lines.join(' ')}`),
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar 255 /Widths [${widths}] /Encoding << /Type /Encoding /Differences [1 ${names}] >> /CharProcs << ${glyphs} >> /Resources << >> >>`,
    stream('500 0 0 0 500 700 d1 0 0 400 600 re f'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ])
}

const picture = {
  text: '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 >>',
  stream: Buffer.from([128]),
}

/** A page of text, and a page that is a picture as a whole. */
export function pdfWithScan(): Uint8Array {
  const resources = '/Font << /F1 3 0 R >> /XObject << /Im 8 0 R >>'
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [4 0 R 6 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    page(5, resources),
    stream(textOperators([unreadableSentence])),
    page(7, resources),
    stream('600 0 0 780 0 0 cm /Im Do'),
    picture,
  ])
}

/** Scanned pages, each with a header and its number in text. */
export function pdfOfStampedScans(pages: number): Uint8Array {
  const numbers = Array.from({ length: pages }, (_, index) => index)
  const resources = '/Font << /F1 3 0 R >> /XObject << /Im 4 0 R >>'
  const first = 5
  const line = (x: number, y: number, text: string) => `BT /F1 9 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((index) => `${first + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    picture,
    ...numbers.flatMap((index) => [
      page(first + index * 2 + 1, resources),
      stream(
        `q 600 0 0 780 0 0 cm /Im Do Q\n${line(72, 770, 'Received in Halden')}\n${line(300, 20, `Page ${index + 1} of ${pages}`)}`,
      ),
    ]),
  ])
}
