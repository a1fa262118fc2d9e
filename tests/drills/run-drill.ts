import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { readWrites } from '@portal/testkit/acknowledged-writes'
import { createVitest, type Reporter, type TestModule } from 'vitest/node'
import { mutated } from '../mutants/mutant.ts'
import { outcomeOf, type SuiteOutcome } from '../mutants/suite-runner.ts'
import type { ProcessGuardOff } from './config.ts'
import type { Drill, GuardOff } from './drill.ts'

/** A drill's outcome, and the figures that its cases recorded. */
export interface DrillOutcome extends SuiteOutcome {
  readonly figures: readonly string[]
  /** Acknowledged writes that its cases looked for; each fails if one is lost. */
  readonly writes: number
}

type Write = (line: string) => void

const hook = new URL('./guard-off.setup.ts', import.meta.url)

/**
 * Runs a drill in full or, with a guard off, in its short form until its first failure. The edits
 * apply in memory, in the tests' process and in those that they start. `write` gets a line whenever
 * a case begins, says something or ends.
 */
export async function runDrill(drill: Drill, guard: GuardOff | null, write: Write): Promise<DrillOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-drill-'))
  const before = { ...process.env }
  const own = guard ? await environmentWithout(guard, folder) : sizeOf(drill)
  Object.assign(process.env, drill.environment, own)
  try {
    const outcomes: DrillOutcome[] = []
    for (const [config, files] of Map.groupBy(drill.files, configOf)) {
      const cases = guard?.noticedBy ?? drill.cases
      outcomes.push(await runFiles(files, { config, guard, write, ...(cases && { cases }) }))
      if (guard && outcomes.some(({ failed }) => failed.length > 0)) break
    }
    const marks = guard ? await readdir(join(folder, 'marks')) : []
    const broken = marks.map((index) => guard?.edits[Number(index)]?.file ?? '')
    return joined(outcomes, broken)
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    await rm(folder, { recursive: true })
  }
}

interface Run {
  readonly config: string
  readonly cases?: RegExp
  readonly guard: GuardOff | null
  readonly write: Write
}

function sizeOf({ isShort }: Drill): Record<string, string> {
  return isShort ? {} : { DRILL_SIZE: 'full' }
}

const configs: Readonly<Record<string, string>> = {
  engines: 'vitest.engines.config.ts',
  drill: 'vitest.drills.config.ts',
  'long-drill': 'vitest.drills.config.ts',
}

function configOf(file: string): string {
  const [, kind = ''] = /\.(engines|drill|long-drill)$/.exec(file) ?? []
  return configs[kind] ?? 'vitest.config.ts'
}

async function runFiles(
  files: readonly string[],
  { config, cases, guard, write }: Run,
): Promise<DrillOutcome> {
  const broken = new Set<string>()
  const plugin = {
    name: 'portal-guard-off',
    enforce: 'pre' as const,
    transform(source: string, id: string): string | null {
      const edit = guard?.edits.find(({ file }) => id === join(workspaceRoot, file))
      if (!guard || !edit) return null
      broken.add(edit.file)
      return mutated(guard, edit.file, source)
    },
  }
  const vitest = await createVitest(
    {
      ...{ root: workspaceRoot, config, watch: false, reporters: [progress(write)] },
      ...{ bail: guard ? 1 : 0, fsModuleCache: false },
    },
    { plugins: [plugin] },
  )
  try {
    await vitest.standalone()
    if (cases) vitest.setGlobalTestNamePattern(cases)
    const found = await vitest.globTestSpecifications([...files])
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found)
    const said = (type: string) => notesOf(testModules, type)
    const figures = said('figures').map(({ name, message }) => `${name}: ${message}`)
    const writes = said('writes').reduce((sum, { message }) => sum + readWrites(message), 0)
    return { ...outcomeOf(testModules, unhandledErrors), broken, figures, writes }
  } finally {
    await vitest.close()
  }
}

/** Drills take minutes: shows where they are. */
function progress(write: Write): Reporter {
  return {
    onTestCaseReady: ({ name, options }) => {
      if (options.mode === 'run') write(`  ${clock()} ${name}`)
    },
    onTestCaseAnnotate: (_, { type, message }) => {
      if (type !== 'writes') write(`  ${clock()}   ${message}`)
    },
    onTestCaseResult: (test) => {
      const { state, errors = [] } = test.result()
      if (state === 'failed') write(`  ${clock()} RED: ${test.name}: ${errors[0]?.message ?? ''}`)
    },
  }
}

function clock(): string {
  return new Date().toISOString().slice(11, 19)
}

function joined(outcomes: readonly DrillOutcome[], broken: readonly string[]): DrillOutcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
    errors: outcomes.flatMap(({ errors }) => errors),
    broken: new Set([...broken, ...outcomes.flatMap((outcome) => [...outcome.broken])]),
    figures: outcomes.flatMap(({ figures }) => figures),
    writes: outcomes.reduce((sum, { writes }) => sum + writes, 0),
  }
}

/** Of all variables, the portal passes those of Node itself on to its parts. */
async function environmentWithout(
  { name, edits }: GuardOff,
  folder: string,
): Promise<Record<string, string>> {
  const marks = join(folder, 'marks')
  await mkdir(marks)
  const off: ProcessGuardOff = { name, edits, marks, checkout: workspaceRoot }
  const file = join(folder, 'guard.json')
  await writeFile(file, JSON.stringify(off))
  const withGuard = new URL(hook)
  withGuard.searchParams.set('guard', file)
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${withGuard}` }
}

function notesOf(modules: readonly TestModule[], wanted: string) {
  return modules
    .flatMap(({ children }) => [...children.allTests()])
    .flatMap((test) => test.annotations().map(({ type, message }) => ({ name: test.name, type, message })))
    .filter(({ type }) => type === wanted)
}
