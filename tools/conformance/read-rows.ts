import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test by its file and full name; the name may leave out what cases fill in, as its source. */
export interface NamedTest {
  readonly file: string
  readonly name: string
}

/** One statement of docs/product.md with the tests that assert it; `open` says what is missing. */
export interface Row {
  readonly section: string
  readonly statement: string
  readonly tests: readonly NamedTest[]
  readonly open: string | null
}

/** The reviewed table of all statements. */
export function readRows(): Row[] {
  const folder = join(import.meta.dirname, 'rows')
  return readdirSync(folder)
    .sort()
    .flatMap((file) => rowsOf(readFileSync(join(folder, file), 'utf8')))
}

/** The reviewed table of docs/decisions.md: statements that begin with the decision's number. */
export function readDecisionRows(): Row[] {
  return rowsOf(readFileSync(join(import.meta.dirname, 'decisions.md'), 'utf8'))
}

/** Rows `| statement | file: name <br> … |` below headings that docs/product.md has, too. */
export function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let section = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) section = line.replace(/^#+ /, '').replaceAll('`', '')
    const [, statement = '', cell = ''] = line.split(/(?<!\\)\|/).map((part) => part.trim())
    if (!line.startsWith('| ') || statement === 'statement') continue
    rows.push({ section, statement: statement.replaceAll('\\|', '|'), ...assertedBy(cell) })
  }
  return rows
}

function assertedBy(cell: string): Pick<Row, 'tests' | 'open'> {
  if (cell.startsWith('open: ')) return { tests: [], open: cell.slice(6) }
  const tests = cell.split(' <br> ').map((named) => {
    const [, file = '', name = ''] = /^`([^`]+)` (.+)$/s.exec(named) ?? []
    return { file, name: name.replaceAll('\\|', '|') }
  })
  return { tests, open: null }
}
