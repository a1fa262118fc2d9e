import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import { adaptersOnDisk } from './adapters-on-disk.ts'
import { ConformanceReporter } from './conformance-reporter.ts'
import { TotalsReporter } from './totals-reporter.ts'

const nodeFolders =
  '{packages/{contracts,service-kit,adapters,testkit,build},services/*,deploy,tests,tools,bench}'
const webFolders = '{packages/{ui,remote-kit},remotes/*,shell}'
// Files of a project share processes and loaded modules (`isolate: false`): loading them anew for
// each file cost 60 % of the components' CPU time, and 30 % of a service's.

/** Generous timeouts: vitest's default second is too short on a busy machine. */
const patience = {
  expect: { poll: { timeout: 15_000 } },
  setupFiles: ['packages/build/src/patience.setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}
const never = ['**/node_modules/**', '**/dist/**', '**/.portal/**', 'tools/add/templates/**']

const postgres = 'packages/testkit/src/start-test-postgres.ts'

/**
 * All tests. Projects: `node` (packages and services, one Postgres for the run), `web` (components
 * in happy-dom) and `journeys` (`*.journey.ts`, a real browser). They run side by side, the
 * journeys first: they take longest.
 */
export function testRun(): ViteUserConfig {
  const node = nodeProject('node', [`${nodeFolders}/**/*.test.ts`])
  return runOf([node, webProject(), journeysProject()])
}

/**
 * Tests on real engines (`*.engines.ts`), one file at a time: they share one start of each engine
 * and disturb it (deploy/engines). All adapter tests run before, for one table of all suites.
 */
export function enginesRun(): ViteUserConfig {
  return runOf([nodeProject('adapters', adapterTests()), enginesProject()])
}

function runOf(projects: readonly TestProjectInlineConfiguration[]): ViteUserConfig {
  return {
    test: {
      projects: [...projects],
      reporters: [process.stdout.isTTY ? 'default' : 'dot', new ConformanceReporter(), new TotalsReporter()],
      allowOnly: false,
      passWithNoTests: false,
      // Twice as many as cores on the smallest machine: half of a file's time is waiting.
      maxWorkers: 4,
    },
  }
}

function adapterTests(): string[] {
  return adaptersOnDisk().map(({ port, engine }) => `packages/adapters/src/${port}/${engine}-${port}.test.ts`)
}

function nodeProject(name: string, include: string[]): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: never,
      environment: 'node',
      globalSetup: [postgres],
      isolate: false,
      ...patience,
    },
  }
}

function webProject(): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'web',
      include: [`${webFolders}/**/*.test.{ts,tsx}`],
      exclude: never,
      // Component tests name happy-dom in their first line; the others start faster without it.
      environment: 'node',
      isolate: false,
      ...patience,
      setupFiles: [...patience.setupFiles, 'packages/remote-kit/src/component-tests.setup.ts'],
    },
  }
}

function journeysProject(): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'journeys',
      include: ['{packages,services,deploy,tests,shell}/**/*.journey.ts'],
      exclude: never,
      environment: 'node',
      globalSetup: [postgres, 'tests/journeys/prepare-journeys.ts'],
      ...patience,
      testTimeout: 240_000,
      hookTimeout: 300_000,
    },
  }
}

function enginesProject(): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'engines',
      include: [`${nodeFolders}/**/*.engines.ts`],
      exclude: never,
      environment: 'node',
      globalSetup: [postgres, 'deploy/engines/provide-engines.ts'],
      fileParallelism: false,
      sequence: { groupOrder: 1 },
      ...patience,
      testTimeout: 120_000,
      hookTimeout: 300_000,
    },
  }
}
