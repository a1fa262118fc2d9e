import { pdfOfPages } from '@portal/testkit/files/pdf-file'

/** A PDF in two columns whose lines are known, in reading order. */
export interface TwoColumnPdf {
  readonly name: string
  readonly content: Uint8Array
  readonly lines: readonly string[]
}

interface PlacedLine {
  readonly text: string
  readonly x: number
  readonly y: number
}

const linesPerColumn = 40
const pagesOfEach = 4
const columnX = [60, 292] as const

type Painting = (left: readonly PlacedLine[], right: readonly PlacedLine[]) => readonly PlacedLine[]

const paintings: readonly (readonly [string, Painting])[] = [
  ['column by column', (left, right) => [...left, ...right]],
  [
    'line by line across both',
    (left, right) => left.flatMap((line, at) => [line, ...right.slice(at, at + 1)]),
  ],
  ['the right column first', (left, right) => [...right, ...left]],
  ['from the bottom up', (left, right) => [...left.toReversed(), ...right.toReversed()]],
]

/** Pages of prose in two columns, painted in several orders. */
export function twoColumnPdfs(): TwoColumnPdf[] {
  return paintings.map(([name, paint]) => {
    const lines: string[] = []
    const pages = Array.from({ length: pagesOfEach }, (_, page) => {
      const [left, right] = columnX.map((x, column) => columnOf(page, column, x))
      lines.push(...[...(left ?? []), ...(right ?? [])].map(({ text }) => text))
      const operators = paint(left ?? [], right ?? []).map(
        ({ text, x, y }) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`,
      )
      return { operators: operators.join('\n') }
    })
    return { name: `two columns, painted ${name}`, content: pdfOfPages(pages), lines }
  })
}

function columnOf(page: number, column: number, x: number): PlacedLine[] {
  return Array.from({ length: linesPerColumn }, (_, index) => ({
    x,
    y: 720 - index * 14,
    text: `rule ${index} of column ${column + 1} on page ${page + 1} is kept by all of us`,
  }))
}

/** The share of lines that a text has in their order. */
export function orderKept(lines: readonly string[], text: string): number {
  const words = text.replace(/\s+/g, ' ')
  let from = 0
  let kept = 0
  for (const line of lines) {
    const at = words.indexOf(line, from)
    if (at === -1) continue
    // Lines follow each other: a jump over other lines is no order.
    if (at - from <= 2) kept++
    from = at + line.length
  }
  return kept / lines.length
}
