/** Prefixes that make a cell a formula (OWASP, CSV Injection). */
const formulaStart = /^[\s\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u
const needsQuotes = /[",\r\n]/

/** A CSV line (RFC 4180) with quotes where needed and CRLF. Formulas become text. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
