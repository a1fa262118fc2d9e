import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import { adaptersOnDisk } from './adapters-on-disk.ts'
import { ConformanceReporter } from './conformance-reporter.ts'
import { TotalsReporter } from './totals-reporter.ts'

const nodeFolders =
  '{packages/{contracts,service-kit,adapters,testkit,build},services/*,deploy,tests,tools,bench}'
const webFolders = '{packages/{ui,remote-kit},remotes/*,shell}'
/** How long tests wait for what comes by itself, and how long one may take: a second, vitest's own measure, is short on a busy machine. */
const patience = {
  expect: { poll: { timeout: 15_000 } },
  setupFiles: ['packages/build/src/patience.setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}
const never = ['**/node_modules/**', '**/dist/**', '**/.portal/**', 'tools/add/templates/**']

/**
 * The test run of the whole repository. Projects: `node` (packages and services, with one Postgres for the run), `web` (components in
 * happy-dom) and, after both and one file at a time, `journeys` (`*.journey.ts`, a real browser). Ends with `N passed, N failed`.
 */
export function testRun(): ViteUserConfig {
  return {
    test: {
      projects: [nodeProject(), webProject(), journeysProject()],
      reporters: [process.stdout.isTTY ? 'default' : 'dot', new ConformanceReporter(), new TotalsReporter()],
      allowOnly: false,
      passWithNoTests: false,
      maxWorkers: 2,
    },
  }
}

/**
 * The test run on real engines (`*.engines.ts`), one file at a time: they share one start of each engine and disturb it. The engines come
 * from the global setup in deploy/engines. Every other adapter's test runs too, so that one table shows all of them under one suite.
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
      environment: 'happy-dom',
      ...patience,
      setupFiles: [...patience.setupFiles, 'packages/remote-kit/src/patience.setup.ts'],
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
      globalSetup: ['packages/testkit/src/start-test-postgres.ts'],
      fileParallelism: false,
      sequence: { groupOrder: 1 },
      ...patience,
      testTimeout: 240_000,
      hookTimeout: 300_000,
    },
  }
}
