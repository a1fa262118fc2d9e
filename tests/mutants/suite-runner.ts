import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { createVitest, type TestModule } from 'vitest/node'
import { type Mutant, mutated } from './mutant.ts'

/** What became of a suite: how many cases ran, which failed, and what went wrong outside of them. */
export interface SuiteOutcome {
  readonly passed: number
  readonly failed: readonly string[]
  readonly errors: readonly string[]
  /** Files of the mutant that the suite loaded in their broken form. */
  readonly broken: ReadonlySet<string>
}

/** One test run in which suites are run again and again on the same start of the engines. */
export interface SuiteRunner extends AsyncDisposable {
  /** Runs the suite that must notice `mutant`, until its first failure; with the adapters as they are unless `isBroken`. */
  run(mutant: Mutant, isBroken: boolean): Promise<SuiteOutcome>
}

const sources = join(workspaceRoot, 'packages', 'adapters', 'src')

/**
 * Starts the run of `npm run test:engines`. A mutant is applied to what is loaded, never to a file: a run that is interrupted leaves nothing
 * behind, and the checkout can be worked on meanwhile.
 */
export async function startSuiteRunner(): Promise<SuiteRunner> {
  let active: Mutant | null = null
  const broken = new Set<string>()
  const plugin = {
    name: 'portal-mutant',
    enforce: 'pre' as const,
    transform(source: string, id: string): string | null {
      const edit = active?.edits.find(({ file }) => id === join(sources, file))
      if (!active || !edit) return null
      broken.add(edit.file)
      return mutated(active, edit.file, source)
    },
  }
  const vitest = await createVitest(
    {
      ...{ root: workspaceRoot, config: 'vitest.engines.config.ts', watch: false, reporters: [{}], bail: 1 },
      // What is kept on disk would hand the next run, of anybody, a broken adapter.
      fsModuleCache: false,
    },
    { plugins: [plugin] },
  )
  await vitest.standalone()
  const forget = (mutant: Mutant) => {
    for (const { file } of mutant.edits) vitest.invalidateFile(join(sources, file))
  }
  return {
    run: async (mutant, isBroken) => {
      broken.clear()
      // Otherwise the failures of the run before would end this one at once, and be counted again.
      vitest.state.filesMap.clear()
      vitest.state.idMap.clear()
      active = isBroken ? mutant : null
      forget(mutant)
      try {
        vitest.setGlobalTestNamePattern(suitePattern(mutant))
        const files = await vitest.globTestSpecifications([`/${mutant.engine}-${mutant.port}.`])
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
        return { ...outcomeOf(testModules, unhandledErrors), broken: new Set(broken) }
      } finally {
        active = null
        forget(mutant)
      }
    },
    [Symbol.asyncDispose]: () => vitest.close(),
  }
}

function suitePattern({ port, engine, suite }: Mutant): RegExp {
  return suite ? new RegExp(`^${suite}`) : new RegExp(`^${engine}( on .+)? as ${port.replaceAll('-', ' ')}`)
}

function outcomeOf(
  modules: readonly TestModule[],
  unhandled: readonly unknown[],
): Omit<SuiteOutcome, 'broken'> {
  const cases = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string) => cases.filter((test) => test.result().state === state)
  const suites = modules.flatMap((module) => [...module.children.allSuites()])
  const errors = [...modules, ...suites].flatMap((part) => part.errors())
  return {
    passed: inState('passed').length,
    failed: inState('failed').map(({ name }) => name),
    errors: [...errors, ...unhandled].map((error) => messageOf(error)),
  }
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error)
}
