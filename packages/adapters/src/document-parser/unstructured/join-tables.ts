import { listMarker } from '@portal/file-rules/list-marker'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import type { Box, PlacedBlock } from './join-halves.ts'

interface Cell {
  readonly placed: PlacedBlock
  readonly box: Box
}

/** Cells whose tops are level, from left to right. */
type Line = readonly Cell[]

/** By column, the lines of its cell. */
type Row = Cell[][]

/** In points. */
const level = 3
/** In heights of a line: there is padding between rows, and none between lines of text. */
const between = { min: 0.7, max: 3 }
/** Two columns are a table where several rows have a name on the left, in widths of the page. */
const names = { min: 3, widthMax: 0.25 }

/**
 * Puts tables together, row by row: read fast, the engine gives each line of a cell as a title or
 * paragraph of its own, one column after the other. A table takes the place of its first cell.
 */
export function joinTables(placed: readonly PlacedBlock[]): PlacedBlock[] {
  const becomes = new Map<PlacedBlock, PlacedBlock[]>()
  const cells = placed.flatMap((each) => (each.box ? [{ placed: each, box: each.box }] : []))
  for (const ofPage of Map.groupBy(cells, ({ placed: { block } }) => block.page).values()) {
    for (const rows of tablesOf(linesOf(ofPage))) {
      const members = new Set(rows.flat(2).map((cell) => cell.placed))
      for (const member of members) becomes.set(member, [])
      const first = placed.find((each) => members.has(each))
      if (first) becomes.set(first, [asTable(first, rows)])
    }
  }
  return placed.flatMap((each) => becomes.get(each) ?? [each])
}

function asTable({ block, box }: PlacedBlock, rows: readonly Row[]): PlacedBlock {
  const { level: _, ...rest } = block
  const text = rows.map((row) => row.map((lines) => lines.map(textOf).join(' ')).join('\t')).join('\n')
  return { block: { ...rest, kind: 'table', text } satisfies ParsedBlock, box }
}

function textOf({ placed }: Cell): string {
  return placed.block.text
}

function linesOf(cells: readonly Cell[]): Line[] {
  const lines: Cell[][] = []
  for (const cell of cells.toSorted((a, b) => a.box.top - b.box.top)) {
    const line = lines.at(-1)
    if (line?.[0] && cell.box.top - line[0].box.top <= level) line.push(cell)
    else lines.push([cell])
  }
  return lines.map((line) => line.toSorted((a, b) => a.box.left - b.box.left))
}

function tablesOf(lines: readonly Line[]): Row[][] {
  const tables: Row[][] = []
  for (let at = 0; at < lines.length; ) {
    const { rows, end } = rowsFrom(lines, at)
    if (isTable(rows)) tables.push(rows)
    at = isTable(rows) ? end : at + 1
  }
  return tables
}

/** The rows that a line begins whose cells are the heads of columns. */
function rowsFrom(lines: readonly Line[], at: number): { rows: Row[]; end: number } {
  const head = lines[at] ?? []
  const rows: Row[] = [head.map((cell) => [cell])]
  let bottom = bottomOf(head)
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? []
    const columns = columnsOf(line, head)
    const space = (topOf(line) - bottom) / heightOf(line)
    const last = rows.at(-1)
    if (!columns || !last || space > between.max) break
    const isApart = space >= between.min
    // Rows without padding are lines of columns of text as often as not.
    if (isApart ? line.length === 1 : line.length === head.length) break
    const row = isApart ? head.map((): Cell[] => []) : last
    for (const [index, cell] of line.entries()) row[columns[index] ?? 0]?.push(cell)
    if (isApart) rows.push(row)
    bottom = Math.max(bottom, bottomOf(line))
  }
  return { rows, end }
}

/** The column of each cell; null if one is in none, or reaches into the next. */
function columnsOf(line: Line, head: Line): number[] | null {
  const columns = line.map(({ box }) => {
    const index = head.findLastIndex((column) => column.box.left - level <= box.left)
    const next = head[index + 1]
    return next && box.right > next.box.left ? -1 : index
  })
  return columns.includes(-1) || new Set(columns).size < line.length ? null : columns
}

function isTable(rows: readonly Row[]): boolean {
  const columns = rows[0]?.length ?? 0
  if (columns !== 2) return columns > 2 && rows.length > 1
  return rows.length >= names.min && rows.every(([name = []]) => name.length > 0 && name.every(isName))
}

/** The marker of an item, which may stand apart from it, is none. */
function isName({ placed: { block }, box }: Cell): boolean {
  return box.right - box.left <= box.pageWidth * names.widthMax && listMarker(block.text) !== block.text
}

function topOf(line: Line): number {
  return Math.min(...line.map(({ box }) => box.top))
}

function bottomOf(line: Line): number {
  return Math.max(...line.map(({ box }) => box.bottom))
}

function heightOf(line: Line): number {
  return Math.min(...line.map(({ box }) => box.bottom - box.top))
}
