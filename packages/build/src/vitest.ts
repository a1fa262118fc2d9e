import { cpus } from 'node:os'
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { adaptersOnDisk } from './adapters-on-disk.ts'
import { ConformanceReporter } from './conformance-reporter.ts'
import { SequencerByEnvironment } from './sequencer-by-environment.ts'

const nodeFolders =
  '{packages/{contracts,service-kit,file-rules,clauses,contradictions,language,ranking,difference,adapters,testkit,build},services/*,deploy,tests,tools,bench}'
const webFolders = '{packages/{ui,remote-kit},remotes/*,shell}'
// Files of a project share processes and loaded modules (`isolate: false`): loading them anew for
// each file cost 60 % of the components' CPU time, and 30 % of a service's.

/** Generous timeouts: vitest's default second is too short on a busy machine. */
const patience = {
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['packages/build/src/patience.setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 240_000,
}
const never = ['**/node_modules/**', '**/dist/**', '**/.portal/**', 'tools/add/templates/**']

const postgres = 'packages/testkit/src/start-test-postgres.ts'
const prepared = 'tests/journeys/prepare-journeys.ts'
const sharedDemo = 'tests/journeys/share-demo.ts'

/**
 * All tests. Projects: `node` (packages and services, one Postgres for the run), `web` (components
 * in happy-dom) and `journeys` (`*.journey.ts`: mostly in a real browser, each file in a process of
 * its own). They run side by side, the journeys first: they take longest.
 */
export function testRun(): ViteUserConfig {
  const node = project('node', [`${nodeFolders}/**/*.test.ts`], { globalSetup: [postgres], isolate: false })
  // Component tests name happy-dom in their first line; the others start faster without it.
  const web = project('web', [`${webFolders}/**/*.test.{ts,tsx}`], {
    isolate: false,
    setupFiles: [...patience.setupFiles, 'packages/remote-kit/src/component-tests.setup.ts'],
  })
  const journeys = project('journeys', ['{packages,services,deploy,tests,shell}/**/*.journey.ts'], {
    globalSetup: [postgres, prepared, sharedDemo],
    testTimeout: 480_000,
    // The first file to start a portal makes the demo for all.
    hookTimeout: 600_000,
  })
  return runOf([node, web, journeys])
}

/**
 * Tests on real engines (`*.engines.ts`), one file at a time: they share one start of each engine
 * and disturb it (deploy/engines). All adapter tests run before, for one table of all suites.
 */
export function enginesRun(): ViteUserConfig {
  const ofAdapters = adaptersOnDisk().map(
    ({ port, engine }) => `packages/adapters/src/${port}/${engine}-${port}.test.ts`,
  )
  const adapters = project('adapters', ofAdapters, { globalSetup: [postgres], isolate: false })
  const engines = project('engines', [`${nodeFolders}/**/*.engines.ts`], {
    globalSetup: [postgres, prepared, 'deploy/engines/provide-engines.ts'],
    fileParallelism: false,
    sequence: { groupOrder: 1 },
    // A slow machine makes engines slow; what is promised in time, a test measures itself.
    ...{ testTimeout: 300_000, hookTimeout: 600_000 },
    // KafkaJS 2.2.4 sets overdue timers for every request (its issue 1751); no setting avoids it.
    execArgv: ['--disable-warning=TimeoutNegativeWarning'],
  })
  return runOf([adapters, engines])
}

/**
 * What an installation on Kubernetes is made of (`*.cluster.ts`): images, charts, and a cluster of
 * one node. Needs root. Files run one after the other, each on what it builds and starts itself.
 */
export function clusterRun(): ViteUserConfig {
  // A hook may have to build Kubernetes: 20 minutes, more beside others' work.
  const patient = { testTimeout: 600_000, hookTimeout: 3_900_000, fileParallelism: false }
  const files = ['{deploy,tests}/**/*.cluster.ts']
  return runOf([project('cluster', files, { globalSetup: [postgres], ...patient })])
}

/**
 * Drills on embedded engines (`*.drill.ts`): what is killed, stopped or lost comes back. In short
 * by `npm run drills -- short`, as in CI; in full by `npm run drills`, with those that take minutes
 * even in short and build programs that nothing else here needs (`*.long-drill.ts`).
 */
export function drillsRun(): ViteUserConfig {
  const kinds = { drills: 'drill', 'long drills': 'long-drill' }
  return runOf(
    Object.entries(kinds).map(([name, kind]) =>
      project(name, [`{packages,services,deploy,tests}/**/*.${kind}.ts`], {
        globalSetup: [postgres, prepared, sharedDemo],
        ...{ testTimeout: 900_000, hookTimeout: 3_900_000 },
      }),
    ),
  )
}

/** The crawl in short (`*.crawl.ts`), and whether it finds faults: by `npm run crawl -- short`. */
export function crawlRun(): ViteUserConfig {
  const files = ['tests/**/*.crawl.ts']
  const patient = { testTimeout: 480_000, hookTimeout: 600_000 }
  return runOf([project('crawl', files, { globalSetup: [postgres, prepared, sharedDemo], ...patient })])
}

function runOf(projects: TestProjectInlineConfiguration[]): ViteUserConfig {
  return {
    test: {
      projects,
      reporters: [
        process.stdout.isTTY ? 'default' : 'dot',
        ...resultsFile(),
        new ConformanceReporter(),
        new TotalsReporter(),
      ],
      allowOnly: false,
      passWithNoTests: false,
      sequence: { sequencer: SequencerByEnvironment },
      // Twice as many as cores on the smallest machine: half of a file's time is waiting.
      maxWorkers: 4,
    },
  }
}

/** Where TEST_RESULTS says, for `npm run conformance -- --results`. */
function resultsFile(): ['json', { readonly outputFile: string }][] {
  const outputFile = process.env.TEST_RESULTS
  return outputFile ? [['json', { outputFile }]] : []
}

function project(
  name: string,
  include: string[],
  own: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { test: { name, include, exclude: never, environment: 'node', ...patience, ...own } }
}

/**
 * Ends a test run with the line `N passed, N failed`; fails a run in which nothing ran. Says how
 * busy the processors were, by which the number of workers is chosen.
 */
class TotalsReporter implements Reporter {
  readonly #began = processorTimes()

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    const suites = modules.flatMap(({ children }) => [...children.allSuites()])
    const passed = tests.filter((test) => test.result().state === 'passed').length
    // Skipped tests, errors outside of tests and files that do not load count as failed.
    const outside = [...modules, ...suites].flatMap((part) => part.errors())
    const failed = tests.length - passed + outside.length + errors.length
    if (failed > 0 || passed === 0) process.exitCode = 1
    const now = processorTimes()
    const busy = 100 * (1 - (now.idle - this.#began.idle) / (now.all - this.#began.all))
    process.stdout.write(`\nThe processors were ${busy.toFixed(0)}% busy.\n`)
    // At exit: the other reporters print in this turn, and after Ctrl-C there is nothing to sum up.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`))
  }
}

/** Since the machine was started, of all processors and programs. */
function processorTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times: each }) => each)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  return { idle, all: times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0) }
}
