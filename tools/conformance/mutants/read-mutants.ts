import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../read-rows.ts'

/** A row, and how the product is altered in one place so that the row no longer holds. */
export interface RowMutant {
  readonly section: string
  readonly statement: string
  readonly file: string
  /** Occurs once in the file. */
  readonly text: string
  readonly by: string
}

/** The reviewed mutants, a line each; `\n` in a text is a line break. */
export function readMutants(): RowMutant[] {
  return mutantsOf(readFileSync(join(import.meta.dirname, 'mutants.md'), 'utf8'))
}

/** Lines `| statement | file | text | altered |` below the headings of the rows' sections. */
export function mutantsOf(markdown: string): RowMutant[] {
  const mutants: RowMutant[] = []
  let section = ''
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).replaceAll('`', '')
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    const [, statement = '', file = '', text = '', by = ''] = cells
    if (!line.startsWith('| ') || statement === 'statement') continue
    mutants.push({ section, statement, file: codeIn(file), text: codeIn(text), by: codeIn(by) })
  }
  return mutants
}

function codeIn(cell: string): string {
  return cell.replace(/^`|`$/g, '').replaceAll('\\n', '\n')
}

/** Applies a mutant. Throws if its text does not occur exactly once. */
export function mutated({ file, text, by }: RowMutant, source: string): string {
  const times = source.split(text).length - 1
  if (times !== 1) throw new Error(`"${text}" occurs ${times} times in ${file}, not once.`)
  return source.replace(text, () => by)
}

/** The first so many rows in an order that only the seed and each row's own words decide. */
export function sampleOf(rows: readonly Row[], size: number, seed = 13): Row[] {
  const keyOf = ({ section, statement }: Row) =>
    createHash('sha256').update(`${seed}\n${section}\n${statement}`).digest('hex')
  const keyed = rows.filter(isJudged).map((row) => ({ row, key: keyOf(row) }))
  return keyed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, size)
    .map(({ row }) => row)
}

/** Journeys and drills run the portal in processes of its own, which no mutant reaches. */
function isJudged({ tests }: Row): boolean {
  return tests.some(({ file }) => !/\.(journey|drill)\.ts$/.test(file))
}
