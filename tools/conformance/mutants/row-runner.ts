import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import type { NamedTest } from '../read-rows.ts'
import { mutated, type RowMutant } from './read-mutants.ts'

/** What became of a row's tests. `isReached` is false if no test loaded the altered file. */
export interface RowOutcome {
  readonly passed: number
  /** Failed tests with the first line of why. */
  readonly failed: readonly string[]
  readonly errors: readonly string[]
  readonly isReached: boolean
}

/** One test run that runs the tests of single rows again and again. */
export interface RowRunner extends AsyncDisposable {
  run(tests: readonly NamedTest[], mutant: RowMutant | null): Promise<RowOutcome>
}

/** Starts the run. Mutants are applied in memory: nothing on disk is ever altered. */
export async function startRowRunner(root: string, projects: readonly string[]): Promise<RowRunner> {
  let active: RowMutant | null = null
  let isReached = false
  const plugin = {
    name: 'portal-row-mutant',
    enforce: 'pre' as const,
    transform(source: string, id: string): string | null {
      if (!active || id !== join(root, active.file)) return null
      isReached = true
      return mutated(active, source)
    },
  }
  const vitest = await createVitest(
    {
      ...{ root, config: 'vitest.config.ts', project: [...projects], watch: false, reporters: [{}] },
      // Modules must not outlive a run, in memory or on disk.
      ...{ isolate: true, fsModuleCache: false },
    },
    { plugins: [plugin] },
  )
  await vitest.standalone()
  return {
    run: async (tests, mutant) => {
      vitest.state.filesMap.clear()
      vitest.state.idMap.clear()
      active = mutant
      isReached = false
      if (mutant) vitest.invalidateFile(join(root, mutant.file))
      try {
        vitest.setGlobalTestNamePattern(patternOf(tests))
        const files = [...new Set(tests.map(({ file }) => file))]
        const found = await Promise.all(
          files.map((file) => vitest.globTestSpecifications([join(root, file)])),
        )
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found.flat())
        return { ...outcomeOf(testModules, unhandledErrors), isReached }
      } finally {
        active = null
        if (mutant) vitest.invalidateFile(join(root, mutant.file))
      }
    },
    [Symbol.asyncDispose]: () => vitest.close(),
  }
}

/** Of full names as vitest has them, by which rows name their tests, too. */
export function patternOf(tests: readonly NamedTest[]): RegExp {
  const names = tests.map(({ name }) =>
    name
      .split(/\$[\w.]+|%[sdifjo]|…/)
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.*'),
  )
  return new RegExp(`^(${names.join('|')})$`, 's')
}

function outcomeOf(modules: readonly TestModule[], unhandled: readonly unknown[]) {
  const cases = modules.flatMap((module) => [...module.children.allTests()])
  const suites = modules.flatMap((module) => [...module.children.allSuites()])
  const errors = [...modules, ...suites].flatMap((part) => part.errors())
  return {
    passed: cases.filter((test) => test.result().state === 'passed').length,
    failed: cases
      .filter((test) => test.result().state === 'failed')
      .map((test) => `${test.fullName}: ${firstLine(test.result().errors?.[0])}`),
    errors: [...errors, ...unhandled].map(firstLine),
  }
}

function firstLine(error: unknown): string {
  const isError = typeof error === 'object' && error !== null && 'message' in error
  return String(isError ? error.message : error).split('\n', 1)[0] ?? ''
}
