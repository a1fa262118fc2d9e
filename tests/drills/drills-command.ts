import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { measuredCommit, withSection } from '@portal/testkit/bench-results'
import { cannotJudge, judgeMutant } from '../mutants/judge-mutant.ts'
import { mutated } from '../mutants/mutant.ts'
import type { Drill, GuardOff } from './drill.ts'
import { type DrillOutcome, runDrill } from './run-drill.ts'

const results = join(workspaceRoot, 'bench', 'results', 'drills.md')

/** Runs each drill in full and with each of its guards off; returns whether all turned out so. */
export async function runDrills(drills: readonly Drill[], write: (line: string) => void): Promise<boolean> {
  for (const { guards } of drills) for (const guard of guards) await assertApplicable(guard)
  let isGood = true
  for (const drill of drills) {
    write(`${drill.name} (${drill.promise}) ...`)
    const begun = performance.now()
    const outcome = await runDrill(drill, null, write)
    const seconds = (performance.now() - begun) / 1000
    const fault = cannotJudge(outcome) ?? tooFewWrites(drill, outcome)
    const guards: string[] = []
    for (const guard of fault ? [] : drill.guards) {
      write(`  guard off: ${guard.breaks}`)
      guards.push(await guardLine(drill, guard, write))
    }
    isGood = isGood && fault === null && !guards.some((line) => line.includes(notNoticed))
    const lines = [...figureLines(outcome, seconds, fault), ...guards]
    for (const line of lines) write(`  ${line}`)
    await keep(drill, lines)
  }
  return isGood
}

/** R1 is a promise about a sum. */
function tooFewWrites({ writesMin = 0 }: Drill, { writes }: DrillOutcome): string | null {
  return writes < writesMin ? `of ${writesMin} acknowledged writes it made only ${writes}` : null
}

/** Fails before anything runs if a guard's text no longer occurs. */
export async function assertApplicable(guard: GuardOff): Promise<void> {
  for (const { file } of guard.edits) mutated(guard, file, await readFile(join(workspaceRoot, file), 'utf8'))
}

const notNoticed = 'NOT NOTICED'

async function guardLine(drill: Drill, guard: GuardOff, write: (line: string) => void): Promise<string> {
  const verdict = judgeMutant(guard, await runDrill(drill, guard, write))
  const end = 'caught' in verdict ? `red: ${verdict.caught}` : `${notNoticed}: ${verdict.problem}`
  return `guard off, ${guard.breaks}: ${end}`
}

function figureLines(
  { passed, figures, writes }: DrillOutcome,
  seconds: number,
  fault: string | null,
): string[] {
  const all = fault === null ? `held: ${passed} cases in ${seconds.toFixed(0)} s` : `RED: ${fault}`
  return [all, ...(writes > 0 ? [`${writes} acknowledged writes, 0 lost`] : []), ...figures]
}

/** Replaces the drill's section of the results. */
async function keep({ name, promise }: Drill, lines: readonly string[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  // Figures of a machine that has other things to do say little.
  const load = loadavg()
    .map((average) => average.toFixed(0))
    .at(1)
  const machine = `commit ${measuredCommit()} · ${cpus().length} cores, load ${load} · Node ${process.versions.node} · ${day}`
  const section = [`${name} (${promise})`, '', machine, '', ...lines.map((line) => `- ${line}`)].join('\n')
  const text = await readFile(results, 'utf8').catch(() => '')
  await writeFile(results, withSection(text, section, title))
}

const title = `# drills

\`npm run drills -- <name>\` writes its section: the drill in full, then with each of its guards turned
off, in its short form, when it must be red.`
