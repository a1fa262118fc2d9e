import { pdfFile } from '@portal/testkit/files/pdf-file'
import { expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

const text = (x: number, y: number, words: string, { size = 12, font = 'F1' } = {}) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET`
const bold = { font: 'F2' }

async function headingsOf(operators: readonly string[]): Promise<string[]> {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const { blocks } = await readPdf(
    pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [6 0 R] >>',
      font('Helvetica'),
      font('Helvetica-Bold'),
      { text: '<< >>', stream: Buffer.from(operators.join('\n'), 'latin1') },
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents 5 0 R >>',
    ]),
  )
  return blocks
    .filter(({ kind }) => kind !== 'paragraph')
    .map(({ kind, level, text: words }) => `${kind}${level ?? ''}: ${words}`)
}

const sentence = [
  'Whoever sends goods by a carrier writes down the temperature when they',
  'leave the store and when they arrive, and signs for both of them. The',
  'carrier keeps a copy.',
]
const paragraph = (top: number) => sentence.map((line, index) => text(72, top - index * 16, line))

const records = Array.from({ length: 16 }, (_, row) => [
  `Record of shipment number ${row + 1} kept by the warehouse`,
  `Kept for ${row + 2} years after delivery, then destroyed by its owner`,
])
const smallRows = (top: number) =>
  records.flatMap((cells, row) =>
    cells.map((cell, column) => text(72 + column * 250, top - row * 18, cell, { size: 8 })),
  )
const smallTable = `table: ${records.map((cells) => cells.join('\t')).join('\n')}`

it('has as headings what is larger than its running text, though most of it is a table set smaller', async () => {
  const page = [
    text(72, 740, 'Cold Chain Records', { size: 18 }),
    ...paragraph(710),
    text(72, 650, 'Note: print the table on paper that is wide enough'),
    ...smallRows(620),
    text(72, 300, 'Exceptions', { size: 15 }),
    ...paragraph(275),
  ]
  expect(await headingsOf(page)).toEqual(['heading1: Cold Chain Records', smallTable, 'heading2: Exceptions'])
})

it('takes no row of a table that is set smaller than the text for a footnote', async () => {
  const page = [
    ...paragraph(710),
    ...paragraph(650),
    ...smallRows(340).map((row) => row.replace('(Record', '(1 Record')),
  ]
  expect(await headingsOf(page)).toEqual([smallTable.replaceAll('Record of', '1 Record of')])
})

it('has bold lines of their own as headings that are set smaller than the text, below all others', async () => {
  const page = [
    text(72, 740, 'Cold Chain Records', { size: 18 }),
    ...paragraph(710),
    text(72, 650, 'Carriers', bold),
    ...paragraph(630),
    text(72, 570, 'Temperature on arrival', { size: 10, ...bold }),
    ...paragraph(552),
    text(72, 490, 'When a logger has failed', { size: 10, ...bold }),
    ...paragraph(472),
  ]
  expect(await headingsOf(page)).toEqual([
    'heading1: Cold Chain Records',
    'heading2: Carriers',
    'heading3: Temperature on arrival',
    'heading3: When a logger has failed',
  ])
})

it('takes small bold lines for headings only where text follows, and no caption or heads of columns', async () => {
  const page = [
    ...paragraph(740),
    text(72, 690, 'Table 4: Loggers and their ranges', { size: 10, ...bold }),
    ...paragraph(670),
    text(72, 610, 'Record', { size: 10, ...bold }),
    text(300, 610, 'Kept for', { size: 10, ...bold }),
    ...paragraph(580),
    text(72, 520, '\\(Source: Warehouse, 2025\\)', { size: 10, ...bold }),
    ...paragraph(500),
    text(72, 440, 'Halden Medical', { size: 10, ...bold }),
    text(72, 420, 'Harbour Road 12', { size: 10 }),
  ]
  expect(await headingsOf(page)).toEqual([])
})

it('takes the heads of columns for no headings where no rows follow them', async () => {
  const page = [
    text(72, 740, 'Threats', { size: 15, ...bold }),
    ...paragraph(710),
    text(72, 640, 'Threat', bold),
    text(180, 640, 'Likelihood and severity', bold),
    text(72, 600, 'Other threats', bold),
    ...paragraph(580),
  ]
  expect(await headingsOf(page)).toEqual(['heading1: Threats', 'heading2: Other threats'])
})

it('has a heading whose number stands apart from it', async () => {
  const page = [
    ...paragraph(740),
    text(72, 640, '3', bold),
    text(120, 640, 'Other threats', bold),
    ...paragraph(620),
  ]
  expect(await headingsOf(page)).toEqual(['heading1: Other threats'])
})

it('has small bold lines as headings above what is smaller still', async () => {
  const page = [
    ...paragraph(740),
    ...paragraph(680),
    text(72, 620, 'Ranges', { size: 10, ...bold }),
    ...smallRows(600),
  ]
  expect(await headingsOf(page)).toEqual(['heading1: Ranges', smallTable])
})
