/** With one of these a cell is a formula to a spreadsheet, or hides one (OWASP, CSV Injection). */
const formulaStart = /^[\s\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u
const needsQuotes = /[",\r\n]/

/** A line of a CSV file (RFC 4180): cells in quotes where they need it, CRLF at the end. What a spreadsheet would run becomes text. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
