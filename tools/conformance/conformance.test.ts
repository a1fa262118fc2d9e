import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkDecisions, checkRows, quotedWords } from './check-rows.ts'
import { mutantsOf, mutated, readMutants, sampleOf } from './mutants/read-mutants.ts'
import { patternOf } from './mutants/row-runner.ts'
import { verdictOf } from './mutants/run-mutants.ts'
import { readDecisionRows, readRows, rowsOf } from './read-rows.ts'
import { readStatements } from './read-statements.ts'
import { readTestTitles, titleMatches } from './read-test-titles.ts'
import { resultOf } from './test-results.ts'
import { testSources } from './test-sources.ts'

const markdown = `# Product

## 9. Limits

- **Names**: at least 2 characters, 'Name too short'. Shown at \`/team\`.

| who | sees |
|---|---|
| admin | the list |
`
const [section] = readStatements(markdown)
const table = (lines: string) => `## 9. Limits\n\n| statement | test |\n|---|---|\n${lines}\n`
const whole = table(`| Names: at least 2 characters, 'Name too short'. | \`a.test.ts\` a name > of "$name" |
| Shown at /team. | \`a.test.ts\` the page |
| admin \\| the list | open: nobody wrote it |`)
const sources = {
  titles: (file: string) => (file === 'a.test.ts' ? ['a name > of "$name"', 'the page'] : null),
  text: () => `expect(message).toBe('Name too short')`,
}
const problems = (rows: string, from = sources) => checkRows(section ? [section] : [], rowsOf(rows), from)

describe('the table of what the product specifies', () => {
  it('has a row for every statement, and every row a statement and tests that exist', () => {
    const sections = readStatements(readFileSync('docs/product.md', 'utf8'))
    expect(checkRows(sections, readRows(), testSources())).toEqual([])
  })

  it('has a row for every decision, too', () => {
    const problems = checkDecisions(
      readFileSync('docs/decisions.md', 'utf8'),
      readDecisionRows(),
      testSources(),
    )
    expect(problems).toEqual([])
  })

  it('says which decision has no row, and which row no decision', () => {
    const decisions =
      '1. **One.** `a` is b.\n2. Two.\n\n## Later\n\n3. Three [says](docs/product.md)\n   more.\n'
    const found = rowsOf(
      table('| 1. a is b | `a.test.ts` the page |\n| 3. says less | `a.test.ts` the page |'),
    )
    expect(checkDecisions(decisions, found, sources)).toEqual([
      'decision 2 has no row',
      'decision 3 does not say "says less"',
    ])
  })

  it('is complete when everything quoted, coded, counted and listed has a row', () => {
    expect(problems(whole)).toEqual([])
  })

  it.each([
    ['a quoted text', whole.replace(", 'Name too short'.", ''), 'no row has "\'Name too short\'"'],
    ['a number', whole.replace('at least 2 characters, ', ''), 'does not say'],
    ['a row of a table', whole.replace(/\| admin.*\n/, ''), 'no row has "admin | the list"'],
    ['an address', whole.replace(' at /team', ''), 'no row has "/team"'],
    ['a test of that name', whole.replace('the page', 'the site'), 'has no test "the site"'],
    ['a test file', whole.replace('a.test.ts` the', 'b.test.ts` the'), 'there is no b.test.ts'],
  ])('says what is missing: %s', (_, rows, problem) => {
    expect(problems(rows).join('\n')).toContain(problem)
  })

  it('takes no test that never says the quoted words', () => {
    expect(problems(whole, { ...sources, text: () => '' })).toEqual([
      '9. Limits: "Names: at least 2 characters, \'Name too short\'.": its tests nowhere say "Name too short"',
    ])
  })

  it('knows apostrophes from quotation marks, and what stands for a value', () => {
    expect(quotedWords(`'You're in', the owner's 'Org #id' and 'Failed: <reason>'`)).toEqual([
      "You're in",
      'Org #',
      'Failed:',
    ])
  })
})

describe('a row', () => {
  const [named, , open] = rowsOf(whole)
  const ran = (name: string, hasPassed: boolean) => ({ file: 'a.test.ts', name, hasPassed })
  const cases = [ran('a name > of "A"', true), ran('a name > of ""', true)]

  it.each([
    ['passed', named, cases, 'passed'],
    ['red with one of its cases', named, [...cases, ran('a name > of "B"', false)], 'RED: a.test.ts a name'],
    ['nothing without a run', named, [ran('another', true)], 'DID NOT RUN: a.test.ts'],
    ['open', open, cases, 'OPEN: nobody wrote it'],
  ])('is %s', (_, row, results, expected) => {
    expect(row && resultOf(row, results)).toMatch(expected)
  })
})

it('the steps of a journey are tests, by the keys of their table', () => {
  const source = `
    const steps: Steps = { 'logs in': logIn, [computed]: x, 'leaves': leave }
    export const describeIt = (name) => describeSteps(\`\${name}: a person\`, steps, portal)`
  expect(readTestTitles('x.ts', source)).toEqual(['…: a person > logs in', '…: a person > leaves'])
})

it('a journey has the steps of the files that it imports', () => {
  const { titles, text } = testSources()
  const journey = 'tests/journeys/one-process.journey.ts'
  expect(titles(journey)).toContain('…: somebody who works all day in the portal > prints all of a document')
  expect(text(journey)).toContain('^You are offline')
})

it('titles are read from sources, their cases left open', () => {
  const source = `describe('a', () => { it.each(cases)('b $c', f); it(\`d \${e}\`, f); it.each([1])('%d g', f) })`
  expect(readTestTitles('x.ts', source)).toEqual(['a > b $c', 'a > d …', 'a > %d g'])
  expect(titleMatches('a > b $c', 'a > b (1)')).toBe(true)
  expect(titleMatches('a > b $c', 'a > c')).toBe(false)
})

describe('a mutant of a row', () => {
  const rows = readRows()
  const mutants = readMutants()

  it.each(mutants)('can be applied: $statement', (mutant) => {
    const { section, statement, file, text } = mutant
    const row = rows.find((one) => one.section === section && one.statement === statement)
    expect(row?.open).toBeNull()
    expect(mutated(mutant, readFileSync(file, 'utf8'))).not.toContain(text)
  })

  it('there is for nearly all of the 50 rows that the seed draws', () => {
    const drawn = sampleOf(rows, 50)
    const ready = drawn.filter((row) => mutants.some(({ statement }) => statement === row.statement))
    expect(mutants.length).toBeGreaterThanOrEqual(50)
    expect(ready.length).toBeGreaterThanOrEqual(40)
  })

  it('is read from a line, with its line breaks and bars', () => {
    const [read] = mutantsOf('## 1. A\n\n| statement | file |\n|---|---|\n| a \\| b | x.ts | `c\\n` | `` |')
    expect(read).toEqual({ section: '1. A', statement: 'a | b', file: 'x.ts', text: 'c\n', by: '' })
    expect(() => read && mutated(read, 'c\nc\n')).toThrow('occurs 2 times in x.ts')
  })

  it('runs the tests that its row names, and no others', () => {
    const pattern = patternOf([{ file: 'a.test.ts', name: 'a > b $c, %s (d)' }])
    expect(pattern.test('a > b 1, 2 (d)')).toBe(true)
    expect(pattern.test('a > b 1, 2 (d) too')).toBe(false)
  })

  it.each([
    ['a test fails', { failed: ['a: b'] }, 'red: a: b'],
    ['no test fails', {}, 'SURVIVES 2 tests'],
    ['no test ran', { passed: 0 }, 'no proof: no test ran'],
    ['its file no longer loads', { errors: ['c'] }, 'no proof: the tests broke off: c'],
    ['its file is not loaded', { failed: ['a'], isReached: false }, 'no proof: its tests never load'],
  ])('is judged when %s', (_, came, verdict) => {
    const outcome = { passed: 2, failed: [], errors: [], isReached: true, ...came }
    expect(verdictOf(outcome)).toContain(verdict)
  })
})
