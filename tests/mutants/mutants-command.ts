import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { tableLines } from '@portal/build/conformance-reporter'
import { cannotJudge, judgeMutant, type Verdict } from './judge-mutant.ts'
import { type Mutant, mutated } from './mutant.ts'
import { type SuiteRunner, startSuiteRunner } from './suite-runner.ts'

/** Runs each mutant's suite, prints which test caught it, and returns whether all were. */
export async function runMutants(
  mutants: readonly Mutant[],
  write: (line: string) => void,
): Promise<boolean> {
  for (const mutant of mutants) await assertApplicable(mutant)
  await using runner = await startSuiteRunner()
  const judge = judging(runner)
  const rows: string[][] = []
  for (const mutant of mutants) {
    const started = performance.now()
    const verdict = await judge(mutant)
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

/** Judges mutants one by one; each suite has to pass once on the intact adapter. */
function judging(runner: SuiteRunner): (mutant: Mutant) => Promise<Verdict> {
  const faults = new Map<string, string | null>()
  return async (mutant) => {
    const suite = suiteName(mutant)
    if (!faults.has(suite)) faults.set(suite, cannotJudge(await runner.run(mutant, false)))
    const fault = faults.get(suite)
    return fault ? { problem: fault } : judgeMutant(mutant, await runner.run(mutant, true))
  }
}

function suiteName({ engine, port, suite }: Mutant): string {
  return suite ?? `${engine} as ${port}`
}
