import { pdfOfPages } from '@portal/testkit/files/pdf-file'
import { expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

const at = (x: number, y: number, text: string, size = 11) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

async function blocksOf(operators: readonly string[]): Promise<string[]> {
  const { blocks } = await readPdf(pdfOfPages([{ operators: operators.join('\n') }]))
  return blocks.map(({ kind, level, text }) => `${kind}${level ?? ''}: ${text}`)
}

const rows = (top: number, cells: readonly (readonly [string, string])[]) =>
  cells.flatMap(([left, right], row) => [at(72, top - row * 20, left), at(250, top - row * 20, right)])
const paragraph = [
  '1.1 This procedure keeps our products within their labelled temperature',
  'from the goods-in to the door of the customer, and says what happens.',
]

it('has two tables with text between them as two tables and that text', async () => {
  const page = [
    ...rows(760, [
      ['Document', 'SOP-OPS-01'],
      ['Owner', 'Distribution Manager'],
      ['Approver', 'Compliance Director'],
    ]),
    at(72, 680, '1. Purpose', 16),
    ...paragraph.map((line, index) => at(72, 655 - index * 14, line)),
    at(72, 610, '2. Definitions', 16),
    ...rows(580, [
      ['Term', 'Meaning'],
      ['Excursion', 'Time outside the range'],
      ['Alarm', 'A message that a limit has been passed'],
    ]),
  ]
  expect(await blocksOf(page)).toEqual([
    'table: Document\tSOP-OPS-01\nOwner\tDistribution Manager\nApprover\tCompliance Director',
    'heading1: 1. Purpose',
    `list-item: ${paragraph.join(' ')}`,
    'heading1: 2. Definitions',
    'table: Term\tMeaning\nExcursion\tTime outside the range\nAlarm\tA message that a limit has been passed',
  ])
})

it('keeps a table together whose cells have several lines, and one row of which goes across', async () => {
  const page = [
    ...rows(760, [['Kind of record', 'Kept for']]),
    at(72, 740, 'Personnel, until the end of the employment and beyond'),
    ...rows(720, [['Contracts', 'six years after']]),
    at(250, 706, 'the year in which'),
    at(250, 692, 'they have ended'),
    ...rows(672, [['Payslips', 'three years']]),
  ]
  expect(await blocksOf(page)).toEqual([
    'table: Kind of record\tKept for\nPersonnel, until the end of the employment and beyond\n' +
      'Contracts\tsix years after the year in which they have ended\nPayslips\tthree years',
  ])
})

it('has the cells of a table apart whose columns stand close together', async () => {
  const closeRows = (top: number, cells: readonly (readonly string[])[]) =>
    cells.flatMap((row, down) =>
      row.map((text, across) => at([72, 250, 306][across] ?? 0, top - down * 20, text)),
    )
  const cells = closeRows(760, [
    ['Record', 'Kept for', 'Counted from'],
    ['Recall records', '15 years', 'End of the recall'],
    ['Complaint records', '10 years', 'Closing of the complaint'],
  ])
  const page = [...cells, ...paragraph.map((line, index) => at(72, 640 - index * 14, line))]
  expect(await blocksOf(page)).toEqual([
    'table: Record\tKept for\tCounted from\nRecall records\t15 years\tEnd of the recall\n' +
      'Complaint records\t10 years\tClosing of the complaint',
    `list-item: ${paragraph.join(' ')}`,
  ])
})
