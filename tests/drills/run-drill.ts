import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaceRoot } from '@portal/build/build-plan'
import { createVitest, type TestModule } from 'vitest/node'
import { mutated } from '../mutants/mutant.ts'
import { outcomeOf, type SuiteOutcome } from '../mutants/suite-runner.ts'
import { guardOffVariable, type ProcessGuardOff } from './config.ts'
import type { Drill, GuardOff } from './drill.ts'

/** A drill's outcome, and the figures that its cases recorded. */
export interface DrillOutcome extends SuiteOutcome {
  readonly figures: readonly string[]
}

const hook = fileURLToPath(new URL('./guard-off.setup.ts', import.meta.url))

/**
 * Runs a drill in full or, with a guard off, in its short form until its first failure. The edits
 * apply in memory, in the tests' process and in those that they start.
 */
export async function runDrill(drill: Drill, guard: GuardOff | null): Promise<DrillOutcome> {
  const marks = await mkdtemp(join(tmpdir(), 'portal-drill-'))
  const before = { ...process.env }
  Object.assign(
    process.env,
    drill.environment,
    guard ? environmentWithout(guard, marks) : { DRILL_SIZE: 'full' },
  )
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
      ...{ root: workspaceRoot, config: drill.config ?? 'vitest.config.ts', watch: false, reporters: [{}] },
      ...{ bail: guard ? 1 : 0, fsModuleCache: false },
    },
    { plugins: [plugin] },
  )
  try {
    await vitest.standalone()
    const cases = guard?.noticedBy ?? drill.cases
    if (cases) vitest.setGlobalTestNamePattern(cases)
    const files = await vitest.globTestSpecifications([...drill.files])
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
    for (const index of await readdir(marks)) broken.add(guard?.edits[Number(index)]?.file ?? '')
    return { ...outcomeOf(testModules, unhandledErrors), broken, figures: figuresOf(testModules) }
  } finally {
    await vitest.close()
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    await rm(marks, { recursive: true })
  }
}

function environmentWithout({ name, edits }: GuardOff, marks: string): Record<string, string> {
  const off: ProcessGuardOff = { name, edits, marks, checkout: workspaceRoot }
  return {
    [guardOffVariable]: JSON.stringify(off),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hook}`,
  }
}

function figuresOf(modules: readonly TestModule[]): string[] {
  return modules
    .flatMap(({ children }) => [...children.allTests()])
    .flatMap((test) =>
      test
        .annotations()
        .filter(({ type }) => type === 'figures')
        .map(({ message }) => `${test.name}: ${message}`),
    )
}
