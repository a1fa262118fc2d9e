import { longPdf } from '@portal/testkit/files/long-pdf'
import { pdfOfPages } from '@portal/testkit/files/pdf-file'
import { describe, expect, it } from 'vitest'
import { type PageRange, readInRanges } from '../../page-ranges.ts'
import { readCarriedPages } from './carried-pages.ts'
import { readPdf } from './read-pdf.ts'

const pages = 9
const content = longPdf(pages)

/** A page of a table, whose cells begin and end where a program and their letters put them. */
function tablePage({ rows, columns }: { rows: number; columns: number }): string {
  const cells = Array.from({ length: rows * columns }, (_, cell) => {
    const x = 20.1234 + (cell % columns) * 28.33771
    const y = 780.6543 - Math.floor(cell / columns) * 7.33317
    const text = ((cell * 48_271) % 65_521).toString(36)
    return `BT /F1 3.7 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
  })
  return cells.join('\n')
}

/** The document, read so many pages at a time. */
function readBy(perPart: number) {
  const readPart = async ({ from, to = pages }: PageRange) => {
    const last = Math.min(to, from + perPart - 1)
    const part = await readPdf(content, { from, to: last, reached: () => {} })
    return last < to ? { ...part, nextPage: last + 1 } : part
  }
  const joinParts = async (carried: readonly string[]) => readCarriedPages(Buffer.from(carried.join('\n')))
  return readInRanges({ readPart, joinParts })
}

describe('a PDF that several processes read', () => {
  it.each([
    ['two', 5],
    ['three', 4],
    ['nine', 1],
  ])('is the document that one process reads: %s', async (_, perPart) => {
    expect(await readBy(perPart)).toEqual(await readPdf(content))
  })

  it('has headings, sentences and no running lines as all of its pages show them', async () => {
    const { blocks } = await readBy(2)
    const headings = blocks.flatMap(({ level, text }) => (level === undefined ? [] : `${level} ${text}`))
    expect(headings.slice(0, 4)).toEqual([
      '1 Security Policy',
      '3 The green floor',
      '2 Chapter 2',
      '3 The blue floor',
    ])
    const text = blocks.map((block) => block.text).join('\n')
    expect(text.match(/must wear a \w+ badge/g)).toHaveLength(2)
    expect(text).not.toMatch(/internal use|Page/)
  })

  it('costs few bytes for each cell of a large table', async () => {
    const cells = { rows: 100, columns: 20 }
    const operators = tablePage(cells)
    const file = pdfOfPages([{ operators }, { operators }])
    const { carried = '' } = await readPdf(file, { from: 1, to: 1, reached: () => {} })
    expect(carried.length / (cells.rows * cells.columns)).toBeLessThan(18)
  })

  it.each([
    ['nothing', ''],
    ['no packed text', 'AAAA'],
    ['something else', 'q1YqSy0qzszPU7Iy1FEqLU4tUrIy0FFKzkgsUrIy1FHKSS1LzVGyMqwFAA=='],
  ])('is refused when what another process hands on is %s', (_, line) => {
    expect(() => readCarriedPages(Buffer.from(line))).toThrow()
  })
})
