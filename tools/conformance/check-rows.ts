import type { Row } from './read-rows.ts'
import { readDecisions, type Section, type Span } from './read-statements.ts'
import { titleMatches } from './read-test-titles.ts'

/** The sources of tests by their path, and the titles in each. */
export interface TestSources {
  readonly titles: (file: string) => readonly string[] | null
  readonly text: (file: string) => string
}

/** What is wrong with the table: statements without a row, and rows without statement or test. */
export function checkRows(
  sections: readonly Section[],
  rows: readonly Row[],
  sources: TestSources,
): string[] {
  const known = new Map(sections.map((section) => [section.heading, section]))
  return [
    ...sections.flatMap((section) =>
      uncovered(
        section,
        rows.filter((row) => row.section === section.heading),
      ),
    ),
    ...rows.flatMap((row) => {
      const section = known.get(row.section)
      const isSaid = section?.text.includes(row.statement)
      return isSaid ? [] : [`${row.section}: docs/product.md does not say "${row.statement}"`]
    }),
    ...rows.flatMap((row) => faultsOfTests(row, sources)),
  ]
}

/** What is wrong with the table of decisions: each needs a row, each row its decision and tests. */
export function checkDecisions(markdown: string, rows: readonly Row[], sources: TestSources): string[] {
  const decisions = readDecisions(markdown)
  const stated = rows.map(({ statement }) => {
    const dot = statement.indexOf('. ')
    return { number: Number(statement.slice(0, dot)), words: statement.slice(dot + 2) }
  })
  const hasRow = (number: number) => stated.some((one) => one.number === number)
  return [
    ...[...decisions.keys()]
      .filter((number) => !hasRow(number))
      .map((number) => `decision ${number} has no row`),
    ...stated
      .filter(({ number, words }) => !decisions.get(number)?.includes(words))
      .map(({ number, words }) => `decision ${number} does not say "${words}"`),
    ...rows.flatMap((row) => faultsOfTests(row, sources)),
  ]
}

function uncovered({ heading, text, exact, clauses }: Section, rows: readonly Row[]): string[] {
  const isCovered = new Uint8Array(text.length)
  for (const { statement } of rows) {
    for (let at = text.indexOf(statement); at >= 0; at = text.indexOf(statement, at + 1))
      isCovered.fill(1, at, at + statement.length)
  }
  const covered = ({ start, end }: Span) => isCovered.subarray(start, end)
  const missing = [
    ...exact.filter((span) => covered(span).includes(0)),
    ...clauses.filter((span) => !covered(span).includes(1)),
  ]
  return missing.map(({ start, end }) => `${heading}: no row has "${text.slice(start, end).trim()}"`)
}

function faultsOfTests(row: Row, { titles, text }: TestSources): string[] {
  const title = `${row.section}: "${row.statement}"`
  if (row.open !== null) return []
  const faults = row.tests.flatMap(({ file, name }) => {
    const found = titles(file)
    if (!found) return [`${title}: there is no ${file}`]
    return found.some((each) => titleMatches(each, name)) ? [] : [`${title}: ${file} has no test "${name}"`]
  })
  if (faults.length > 0) return faults
  const source = row.tests.map(({ file }) => text(file)).join('\n')
  return quotedWords(row.statement)
    .filter((words) => !source.includes(words))
    .map((words) => `${title}: its tests nowhere say "${words}"`)
}

/** What a statement quotes, without what stands for a value: <name>, "..." and …. */
export function quotedWords(statement: string): string[] {
  return [...statement.matchAll(/(?<![\w…])'(.+?)'(?![a-z])/g)]
    .flatMap(([, words = '']) => words.split(/<[^>]+>|"\.\.\."|…|id\b/))
    .map((words) => words.trim())
    .filter((words) => words.length > 2)
}
