import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkDecisions, checkRows } from './check-rows.ts'
import { runMutants } from './mutants/run-mutants.ts'
import { readDecisionRows, readRows } from './read-rows.ts'
import { readStatements } from './read-statements.ts'
import { readResults, resultOf, runTests } from './test-results.ts'
import { testSources } from './test-sources.ts'

// `npm run conformance`: every statement of docs/product.md and every decision with the tests that
// assert it and what became of them. With `-- --results <file>`, as often as needed, it takes what
// test runs wrote where TEST_RESULTS said. `-- mutants` alters the product in one place for each of
// a sample of rows, which must turn red; `-- mutants --short` does so for a few rows of component
// tests.
const { values, positionals } = parseArgs({
  options: { results: { type: 'string', multiple: true }, short: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const rows = [...readRows(), ...readDecisionRows()]
if (positionals.length > 0 && positionals[0] !== 'mutants')
  throw new Error(`conformance: there is no "${positionals[0]}", only "mutants".`)
const isGood = positionals[0] === 'mutants' ? await runMutants(readRows(), values.short) : printRows()
process.exitCode = isGood ? 0 : 1

/** Prints all rows with their results, and returns whether all hold. */
function printRows(): boolean {
  const files = [...new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)))]
  const results = values.results ? values.results.flatMap(readResults) : runTests(files)
  const judged = rows.map((row) => ({ ...row, result: resultOf(row, results) }))

  for (const section of new Set(rows.map((row) => row.section))) {
    console.log(`\n${section}`)
    for (const { statement, tests, result } of judged.filter((row) => row.section === section)) {
      const by = tests.map(({ file, name }) => `${file} > ${name}`).join(' + ')
      console.log(`  ${result === 'passed' ? 'ok' : result} | ${statement}${by && ` | ${by}`}`)
    }
  }
  const problems = [
    ...checkRows(readStatements(readFileSync('docs/product.md', 'utf8')), readRows(), testSources()),
    ...checkDecisions(readFileSync('docs/decisions.md', 'utf8'), readDecisionRows(), testSources()),
  ]
  const unmet = judged.filter(({ result }) => result !== 'passed')
  console.log(`\n${judged.length - unmet.length} of ${rows.length} statements hold.`)
  for (const { section, statement, result } of unmet) console.log(`${section}: ${statement}: ${result}`)
  for (const problem of problems) console.log(problem)
  return unmet.length + problems.length === 0
}
