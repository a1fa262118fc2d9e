import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import { adaptersOnDisk } from './adapters-on-disk.ts'
import { ConformanceReporter } from './conformance-reporter.ts'
import { TotalsReporter } from './totals-reporter.ts'

const nodeFolders =
  '{packages/{contracts,service-kit,adapters,testkit,build},services/*,deploy,tests,tools,bench}'
const webFolders = '{packages/{ui,remote-kit},remotes/*,shell}'
/** Generous timeouts: vitest's default second is too short on a busy machine. */
const patience = {
  expect: { poll: { timeout: 15_000 } },
  setupFiles: ['packages/build/src/patience.setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}
const never = ['**/node_modules/**', '**/dist/**', '**/.portal/**', 'tools/add/templates/**']

/**
 * All tests. Projects: `node` (packages and services, one Postgres for the run), `web` (components
 * in happy-dom) and `journeys` (`*.journey.ts`, a real browser). They run side by side, the
 * journeys first: they take longest.
 */
export function testRun(): ViteUserConfig {
  return {
    test: {
      projects: [nodeProject(), webProject(), journeysProject()],
      reporters: [process.stdout.isTTY ? 'default' : 'dot', new ConformanceReporter(), new TotalsReporter()],
      allowOnly: false,
      passWithNoTests: false,
      // Twice as many as cores on the smallest machine: half of a file's time is waiting.
      maxWorkers: 4,
    },
  }
}

/**
 * Tests on real engines (`*.engines.ts`), one file at a time: they share one start of each engine
 * and disturb it (deploy/engines). All adapter tests run too, for one table of all suites.
 */
export function enginesRun(): ViteUserConfig {
  return {
    test: {
      name: 'engines',
      include: [`${nodeFolders}/**/*.engines.ts`, ...adapterTests()],
      exclude: never,
      environment: 'node',
      globalSetup: ['packages/testkit/src/start-test-postgres.ts', 'deploy/engines/provide-engines.ts'],
      fileParallelism: false,
      ...patience,
      testTimeout: 120_000,
      hookTimeout: 300_000,
      reporters: [process.stdout.isTTY ? 'default' : 'dot', new ConformanceReporter(), new TotalsReporter()],
      allowOnly: false,
      passWithNoTests: false,
    },
  }
}

function adapterTests(): string[] {
  return adaptersOnDisk().map(({ port, engine }) => `packages/adapters/src/${port}/${engine}-${port}.test.ts`)
}

function nodeProject(): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'node',
      include: [`${nodeFolders}/**/*.test.ts`],
      exclude: never,
      environment: 'node',
      globalSetup: ['packages/testkit/src/start-test-postgres.ts'],
      // Files share a process and its loaded modules: loading them anew cost a third of the CPU.
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
      // A fresh module graph and DOM for each file took two thirds of the time (component-tests.setup.ts).
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
      globalSetup: ['packages/testkit/src/start-test-postgres.ts', 'tests/journeys/prepare-journeys.ts'],
      ...patience,
      testTimeout: 240_000,
      hookTimeout: 300_000,
    },
  }
}
