import { pdfOfPages, textOperators } from '@portal/testkit/files/pdf-file'
import { describe, expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

type Line = Parameters<typeof textOperators>[0][number]

async function blocksOf(pages: readonly string[]): Promise<string[]> {
  const { blocks } = await readPdf(pdfOfPages(pages.map((operators) => ({ operators }))))
  return blocks.map(({ kind, level, text, page }) => `${page} ${kind}${level ?? ''}: ${text}`)
}

const at = (x: number, y: number, text: string, size = 11) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
const body: readonly Line[] = [
  'Every door is locked at night and',
  'every window is shut by the last',
  'person who leaves the building.',
]

describe('a PDF', () => {
  it('has larger lines as headings, by size, and lines of one paragraph joined', async () => {
    const page = textOperators([
      { text: 'Security Policy', size: 20 },
      ...body,
      { text: 'Doors', size: 14 },
      ...body,
    ])
    expect(await blocksOf([page])).toEqual([
      '1 heading1: Security Policy',
      `1 paragraph: ${body.join(' ')}`,
      '1 heading2: Doors',
      `1 paragraph: ${body.join(' ')}`,
    ])
  })

  it('loses running headers, footers and page numbers, and joins no sentence across them', async () => {
    const rules = ['Doors', 'Windows', 'Lifts', 'Gates'].map(
      (thing) => `${thing} are locked and visitors must`,
    )
    const pages = rules.map((rule, index) =>
      [at(72, 770, 'Internal use'), textOperators([rule]), at(300, 30, `Page ${index + 1}`)].join('\n'),
    )
    expect(await blocksOf(pages)).toEqual(rules.map((rule, index) => `${index + 1} paragraph: ${rule}`))
  })

  it('keeps pages that are equal as a whole', async () => {
    const form = textOperators(body)
    expect(await blocksOf([form, form, form])).toHaveLength(3)
  })

  it('completes on its page a sentence that the end of the page cuts, where nothing stands between', async () => {
    const pages = [
      textOperators([...body, 'Visitors must']),
      textOperators(['wear a badge. They return it when', 'they leave.']),
    ]
    expect(await blocksOf(pages)).toEqual([
      `1 paragraph: ${body.join(' ')} Visitors must wear a badge.`,
      '2 paragraph: They return it when they leave.',
    ])
  })

  it('has cells in rows, and markers with their items', async () => {
    const rows = [
      ['Record', 'Kept for'],
      ['Invoice', 'ten years'],
      ['Badge', 'a year'],
    ]
    const table = rows.flatMap(([left = '', right = ''], index) => [
      at(72, 500 - index * 30, left),
      at(300, 500 - index * 30, right),
    ])
    const items = [
      at(72, 300, 'a.'),
      at(108, 300, 'Doors are locked.'),
      at(72, 270, '\\225'),
      at(108, 270, 'Windows are shut.'),
    ]
    expect(await blocksOf([[textOperators(body), ...table, ...items].join('\n')])).toEqual([
      `1 paragraph: ${body.join(' ')}`,
      '1 table: Record\tKept for\nInvoice\tten years\nBadge\ta year',
      '1 list-item: a. Doors are locked.',
      '1 list-item: • Windows are shut.',
    ])
  })
})
