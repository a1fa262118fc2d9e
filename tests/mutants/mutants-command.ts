import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { tableLines } from '@portal/build/conformance-reporter'
import { cannotJudge, judgeMutant, type Verdict } from './judge-mutant.ts'
import { type Mutant, mutated } from './mutant.ts'
import { type SuiteRunner, startSuiteRunner } from './suite-runner.ts'

/** Runs the case that must notice each mutant, and returns whether all were caught. */
export async function runMutants(
  mutants: readonly Mutant[],
  write: (line: string) => void,
): Promise<boolean> {
  for (const mutant of mutants) await assertApplicable(mutant)
  await using runner = await startSuiteRunner()
  const rows: string[][] = []
  for (const mutant of mutants) {
    const started = performance.now()
    const verdict = await judge(runner, mutant)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const by = 'caught' in verdict ? verdict.caught : `NOT CAUGHT: ${verdict.problem}`
    write(`${mutant.name} (${seconds} s): ${by}`)
    rows.push([mutant.name, mutant.breaks, suiteName(mutant), by])
  }
  const caught = rows.filter((row) => !row[3]?.startsWith('NOT CAUGHT')).length
  const table = tableLines([['mutant', 'what it breaks', 'suite', 'caught by'], ...rows])
  for (const line of ['', ...table, '', `${caught} of ${rows.length} mutants were caught.`]) write(line)
  return caught === rows.length
}

/** Fails before any engine starts if a mutant's text no longer occurs. */
export async function assertApplicable(mutant: Mutant): Promise<void> {
  for (const { file } of mutant.edits) {
    mutated(mutant, file, await readFile(join(workspaceRoot, 'packages', 'adapters', 'src', file), 'utf8'))
  }
}

/**
 * The case that notices a mutant has to pass on the intact adapter. That the whole suite does is
 * shown by `npm test` and `npm run test:engines`.
 */
async function judge(runner: SuiteRunner, mutant: Mutant): Promise<Verdict> {
  const verdict = judgeMutant(mutant, await runner.runBroken(mutant))
  if (!('caught' in verdict)) return verdict
  const fault = cannotJudge(await runner.runIntact(mutant))
  return fault === null ? verdict : { problem: fault }
}

function suiteName({ engine, port, suite }: Mutant): string {
  return suite ?? `${engine} as ${port}`
}
