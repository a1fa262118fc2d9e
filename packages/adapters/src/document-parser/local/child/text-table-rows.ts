import { joinCell, type WordBreaks } from './join-lines.ts'
import { columnRule, gridLine, isRule, pipeRow } from './text-tables.ts'

/** The lines of one row, each as its cells. */
type Row = readonly (readonly string[])[]

/** The rows of a table, their cells apart by tabs, without what only draws. */
export function tableText(lines: readonly string[], breaks: WordBreaks): string {
  return rowsOf(lines)
    .map((row) => joinRow(row, breaks))
    .join('\n')
}

function rowsOf(lines: readonly string[]): Row[] {
  // The borders of a grid part its rows.
  if (lines.some((line) => gridLine.test(line)))
    return groupsOf(lines).flatMap((group) => alignedRow(group.map(barredCells)))
  if (lines.some((line) => pipeRow.test(line)))
    return lines.filter((line) => !isDrawn(line)).map((line) => [barredCells(line)])
  return ruledRows(lines)
}

/**
 * The rule below the head shows where columns begin. If blank lines stand between rows, these may
 * have several lines; elsewhere a line with a single cell, not the first, continues the row above.
 */
function ruledRows(lines: readonly string[]): Row[] {
  const at = lines.findIndex((line) => columnRule.test(line))
  const starts = [...(lines[at] ?? '').matchAll(/[-=]+/g)].map((dashes) => dashes.index)
  const [head, body] = [lines.slice(0, at), lines.slice(at + 1)]
  const hasBlank = body.some((line) => line.trim() === '')
  const rows = hasBlank ? groupsOf(body) : withContinuations(body, starts)
  return [...groupsOf(head), ...rows].flatMap((group) =>
    alignedRow(group.map((line) => cellsAt(line, starts) ?? spacedCells(line))),
  )
}

/** Lines that only draw, and blank ones, are between the groups. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [[]]
  for (const line of lines) {
    if (isDrawn(line)) groups.push([])
    else groups.at(-1)?.push(line)
  }
  return groups.filter((group) => group.length > 0)
}

function isDrawn(line: string): boolean {
  return line.trim() === '' || isRule(line)
}

function withContinuations(lines: readonly string[], starts: readonly number[]): string[][] {
  const groups: string[][] = []
  for (const line of lines.filter((each) => !isDrawn(each))) {
    const [first, ...others] = cellsAt(line, starts) ?? [line]
    const continues = first === '' && others.filter((cell) => cell !== '').length === 1
    const open = groups.at(-1)
    if (continues && open !== undefined) open.push(line)
    else groups.push([line])
  }
  return groups
}

/** Lines that do not have the same columns cannot be joined, and are rows of their own. */
function alignedRow(lines: Row): Row[] {
  return lines.every((cells) => cells.length === lines[0]?.length) ? [lines] : lines.map((cells) => [cells])
}

function joinRow(lines: Row, breaks: WordBreaks): string {
  const cells = (lines[0] ?? []).map((_, column) =>
    joinCell(
      lines.map((line) => line[column] ?? ''),
      breaks,
    ),
  )
  return cells.join('\t').trimEnd()
}

/** The cells of a line, or null if it does not keep to the places where columns begin. */
function cellsAt(line: string, starts: readonly number[]): string[] | null {
  const cells = starts.map((start, column) => line.slice(column === 0 ? 0 : start, starts[column + 1]).trim())
  const crosses = starts.slice(1).some((start) => /\S/.test(line.charAt(start - 1)))
  return crosses || cells.some((cell) => /\t| {2}/.test(cell)) ? null : cells.map(clean)
}

function spacedCells(line: string): string[] {
  return line.trim().split(/\t|[ \t]{2,}/)
}

/** The bars between cells are drawing, too, unless a backslash makes one a character. */
function barredCells(line: string): string[] {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
  return cells.map(clean)
}

function clean(cell: string): string {
  return cell.trim().replace(/\s+/g, ' ')
}
