const rule = /^\s*[-=]{3,}(?:\s+[-=]{3,})*\s*$/
/** The dashes below a head, which show where columns begin. */
export const columnRule = /^\s*[-=]{3,}(?:\s+[-=]{3,})+\s*$/
/** The border between the rows of a grid. */
export const gridLine = /^\s*\+[-=+]+\+\s*$/
/** A row whose cells have bars between them. */
export const pipeRow = /^\s*\|.*\|\s*$/

/** Lines of heading allowed between a table's first rule and the one that shows its columns. */
const headLinesMax = 6
const tableLinesMax = 2_000

/** Whether a line is only drawing: dashes under a head, the border of a grid. */
export function isRule(line: string): boolean {
  return rule.test(line) || gridLine.test(line) || /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)
}

/** The line after the table that starts at `start`, or null. Knows ruled, grid and pipe tables. */
export function tableEnd(lines: readonly string[], start: number): number | null {
  const line = lines[start] ?? ''
  if (gridLine.test(line) || (pipeRow.test(line) && isRule(lines[start + 1] ?? '')))
    return whileLines(lines, start, (next) => gridLine.test(next) || pipeRow.test(next))
  if (rule.test(line)) return ruledTableEnd(lines, start)
  if (line.trim() !== '' && columnRule.test(lines[start + 1] ?? ''))
    return whileLines(lines, start + 2, (next) => next.trim() !== '')
  return null
}

/** A table between rules may hold blank lines; it ends with its last rule. */
function ruledTableEnd(lines: readonly string[], start: number): number | null {
  const head = lines.slice(start, start + headLinesMax + 1).findIndex((line) => columnRule.test(line))
  if (head === -1) return null
  const from = start + head + 1
  const close = lines.slice(from, from + tableLinesMax).findIndex((line) => rule.test(line))
  return close === -1 ? null : from + close + 1
}

function whileLines(lines: readonly string[], start: number, holds: (line: string) => boolean): number {
  let end = start
  while (end < lines.length && holds(lines[end] ?? '')) end++
  return end
}
