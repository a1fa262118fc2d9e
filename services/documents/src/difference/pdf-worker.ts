import type { DifferenceSegment } from '@portal/contracts/difference'
import { serveThread } from '@portal/service-kit/threads/serve-thread'
import pdfmake, { type Content } from 'pdfmake'
import type { PdfPage, PdfRow } from './difference-pdf.ts'
import { fontRuns, pdfFonts } from './pdf-fonts.ts'

// Sets the page of difference-pdf.ts.
const files = Object.values(pdfFonts).flatMap((font) => Object.values(font))
pdfmake.setFonts(pdfFonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => files.includes(path))

let unknownCharacters = 0

/** A text in the fonts that have its characters. */
function inFonts(text: string, look: Readonly<Record<string, unknown>> = {}): Content[] {
  const { runs, unknown } = fontRuns(text)
  unknownCharacters += unknown
  return runs.map((run) => ({ ...look, ...run }))
}

// Legible in print without colours: what went is struck through, what came is underlined.
const looks = {
  same: {},
  removed: { decoration: 'lineThrough', background: '#fde4e4' },
  added: { decoration: 'underline', background: '#def3e4' },
} as const satisfies Record<DifferenceSegment['op'], object>

function rowCells({ numbers: [was, is], change, segments, isHeading }: PdfRow): Content[] {
  const text = segments.flatMap((segment) => inFonts(segment.text.replaceAll('\t', '   '), looks[segment.op]))
  return [
    { text: inFonts(was), color: '#5a6b75' },
    { text: inFonts(is), color: '#5a6b75' },
    { text: inFonts(change) },
    { text, bold: isHeading },
  ]
}

const ruled = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => '#b8c4cc',
  paddingTop: () => 3,
  paddingBottom: () => 3,
}

function tableOf(
  widths: readonly (string | number)[],
  head: readonly string[],
  body: readonly Content[][],
): Content {
  const heads = head.map((text) => ({ text, bold: true }))
  return { table: { headerRows: 1, widths, body: [heads, ...body] }, layout: ruled, margin: [0, 8, 0, 8] }
}

serveThread(async (page: PdfPage) => {
  const versions = page.versions.map((cells) => cells.map((cell) => ({ text: inFonts(cell), fontSize: 8 })))
  const rows = page.rows.map(rowCells)
  const missing =
    unknownCharacters === 0
      ? []
      : [
          `${unknownCharacters} characters of scripts that this PDF has no font for are shown as "?"; the page that can be saved instead shows them.`,
        ]
  const definition = {
    info: { title: page.title, subject: page.subtitle },
    pageSize: 'A4',
    pageMargins: [48, 54, 48, 54],
    defaultStyle: { font: 'latin', fontSize: 9, lineHeight: 1.15 },
    footer: (at: number, of: number) => ({
      text: `Page ${at} of ${of}`,
      alignment: 'right',
      fontSize: 8,
      margin: [48, 20, 48, 0],
    }),
    content: [
      { text: inFonts(page.title), fontSize: 16, bold: true, margin: [0, 0, 0, 4] },
      { text: inFonts(page.subtitle) },
      tableOf(
        [40, 60, 95, '*', 150],
        ['Version', 'Status', 'Created', 'File', 'SHA-256 of the file'],
        versions,
      ),
      page.note,
      ...missing,
      tableOf([36, 36, 80, '*'], ['Before', 'After', 'Change', 'Text'], rows),
    ],
  }
  return new Uint8Array(await pdfmake.createPdf(definition).getBuffer())
})
