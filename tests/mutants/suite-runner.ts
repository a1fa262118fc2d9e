import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { createVitest, type TestModule } from 'vitest/node'
import { type Mutant, mutated } from './mutant.ts'

/** A suite's result: passed and failed cases, and errors outside of them. */
export interface SuiteOutcome {
  readonly passed: number
  readonly failed: readonly string[]
  readonly errors: readonly string[]
  /** The mutant's files that were loaded in broken form. */
  readonly broken: ReadonlySet<string>
}

/** One test run that runs suites repeatedly on the same engines. */
export interface SuiteRunner extends AsyncDisposable {
  /** Runs the case that must notice the mutant on the broken adapter. */
  runBroken(mutant: Mutant): Promise<SuiteOutcome>
  /** Runs the same case on the intact adapter. */
  runIntact(mutant: Mutant): Promise<SuiteOutcome>
}

const sources = join(workspaceRoot, 'packages', 'adapters', 'src')

/**
 * Starts the run of `npm run test:engines`. Mutants are applied in memory, so an interrupted run
 * leaves nothing behind and the checkout stays usable.
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
      // A cache on disk would leak the broken adapter into the next run.
      fsModuleCache: false,
    },
    { plugins: [plugin] },
  )
  await vitest.standalone()
  const forget = (mutant: Mutant) => {
    for (const { file } of mutant.edits) vitest.invalidateFile(join(sources, file))
  }
  const run = async (mutant: Mutant): Promise<SuiteOutcome> => {
    broken.clear()
    // Otherwise the previous run's failures would end this one and be counted again.
    vitest.state.filesMap.clear()
    vitest.state.idMap.clear()
    forget(mutant)
    try {
      vitest.setGlobalTestNamePattern(casePattern(mutant))
      const files = await vitest.globTestSpecifications([`/${mutant.engine}-${mutant.port}.`])
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
      return { ...outcomeOf(testModules, unhandledErrors), broken: new Set(broken) }
    } finally {
      active = null
      forget(mutant)
    }
  }
  return {
    runBroken: (mutant) => {
      active = mutant
      return run(mutant)
    },
    runIntact: run,
    [Symbol.asyncDispose]: () => vitest.close(),
  }
}

function casePattern({ port, engine, suite, noticedBy }: Mutant): RegExp {
  const pattern = suite ?? `${engine}( on .+)? as ${port.replaceAll('-', ' ')}`
  return new RegExp(`^${pattern}.* ${literally(noticedBy)}$`)
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** What became of the cases of these files. */
export function outcomeOf(
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
