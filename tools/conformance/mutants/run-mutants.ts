import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { measuredCommit } from '@portal/testkit/bench-results'
import type { Row } from '../read-rows.ts'
import { mutated, type RowMutant, readMutants, sampleOf } from './read-mutants.ts'
import { type RowOutcome, type RowRunner, startRowRunner } from './row-runner.ts'

const resultsFile = 'bench/results/conformance-mutants.md'
/** The red ones whose row, file and tests are as they were; a run goes on from them. */
const verdictsFile = 'node_modules/.cache/conformance-mutants.json'

type Verdicts = Record<string, string>

/**
 * Alters the product for each sampled row and runs that row's tests, which must turn red. Returns
 * whether all did. `isShort` judges a few rows of component tests and writes no table.
 */
export async function runMutants(rows: readonly Row[], isShort: boolean): Promise<boolean> {
  const all = pairsOf(rows)
  const pairs = isShort ? all.filter(({ row }) => isQuick(row)).slice(0, 5) : all
  for (const { mutant } of pairs) mutated(mutant, readFileSync(mutant.file, 'utf8'))
  const verdicts = isShort ? {} : readVerdicts()
  await using runner = await startRowRunner(process.cwd(), isShort ? ['web'] : ['node', 'web'])
  const fault = await faultWithoutMutants(
    runner,
    pairs.filter((pair) => verdicts[keyOf(pair)] === undefined),
  )
  if (fault !== null) throw new Error(`conformance: red without any mutant: ${fault}`)
  const judged: Judged[] = []
  for (const pair of pairs) {
    const key = keyOf(pair)
    const verdict = verdicts[key] ?? verdictOf(await runner.run(pair.row.tests, pair.mutant))
    verdicts[key] = verdict
    if (!isShort) keepVerdicts(verdicts)
    judged.push({ ...pair, verdict })
    console.log(`${pair.row.section}: ${pair.row.statement}\n    ${verdict}`)
  }
  const red = judged.filter(({ verdict }) => verdict.startsWith('red'))
  if (!isShort) writeFileSync(resultsFile, tableOf(judged))
  console.log(`${red.length} of ${judged.length} altered rows turned red.`)
  return red.length === judged.length
}

interface Pair {
  readonly row: Row
  readonly mutant: RowMutant
}

interface Judged extends Pair {
  readonly verdict: string
}

/** The mutants with their rows, in the sample's order, then those of rows drawn earlier. */
function pairsOf(rows: readonly Row[]): Pair[] {
  const mutants = readMutants()
  const drawn = sampleOf(rows, rows.length)
  return drawn.flatMap((row) => {
    const mutant = mutants.find((one) => one.section === row.section && one.statement === row.statement)
    return mutant ? [{ row, mutant }] : []
  })
}

function isQuick({ tests }: Row): boolean {
  return tests.every(({ file }) => file.endsWith('.tsx'))
}

/** All these rows have to hold first, or a red test would prove nothing. */
async function faultWithoutMutants(runner: RowRunner, pairs: readonly Pair[]): Promise<string | null> {
  if (pairs.length === 0) return null
  const { failed, errors } = await runner.run(
    pairs.flatMap(({ row }) => row.tests),
    null,
  )
  return failed[0] ?? errors[0] ?? null
}

/** Only a failed test counts, not a file that no longer loads. */
export function verdictOf({ passed, failed, errors, isReached }: RowOutcome): string {
  if (!isReached) return 'no proof: its tests never load the altered file'
  if (failed[0] !== undefined) return `red: ${failed[0]}`
  if (errors[0] !== undefined) return `no proof: the tests broke off: ${errors[0]}`
  return passed === 0 ? 'no proof: no test ran' : `SURVIVES ${passed} tests`
}

function keyOf({ row, mutant }: Pair): string {
  const files = [mutant.file, ...row.tests.map(({ file }) => file)].map((file) => readFileSync(file, 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([row, mutant, files]))
    .digest('hex')
}

function readVerdicts(): Verdicts {
  try {
    return JSON.parse(readFileSync(verdictsFile, 'utf8')) as Verdicts
  } catch {
    return {}
  }
}

function keepVerdicts(verdicts: Verdicts): void {
  mkdirSync(dirname(verdictsFile), { recursive: true })
  const red = Object.entries(verdicts).filter(([, verdict]) => verdict.startsWith('red'))
  writeFileSync(verdictsFile, JSON.stringify(Object.fromEntries(red)))
}

function tableOf(judged: readonly Judged[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const lines = judged.map(({ row, mutant, verdict }) => {
    const change = `${mutant.file}: \`${mutant.text}\` → \`${mutant.by}\``
    return `| ${[`${row.section}: ${row.statement}`, change, verdict].map(cell).join(' | ')} |`
  })
  const red = judged.filter(({ verdict }) => verdict.startsWith('red')).length
  return [
    '# Rows of the product page whose words were altered',
    '',
    `\`npm run conformance -- mutants\` · ${new Date().toISOString().slice(0, 10)}, commit ${measuredCommit()}`,
    '',
    `${red} of ${judged.length} rows turned red.`,
    '',
    '| row | alteration | its tests |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
