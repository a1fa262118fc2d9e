import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import { TotalsReporter } from './totals-reporter.ts'

const nodeFolders = '{packages/{contracts,service-kit,adapters,testkit,build},services/*,deploy,bench}'
const webFolders = '{packages/{ui,remote-kit},remotes/*,shell}'
const never = ['**/node_modules/**', '**/dist/**', '**/.portal/**', 'deploy/add/templates/**']

/**
 * The test run of the whole repository. Projects: `node` (packages and services, with one Postgres for the run), `web` (components in
 * happy-dom) and, after both and one file at a time, `journeys` (`*.journey.ts`, a real browser). Ends with `N passed, N failed`.
 */
export function testRun(): ViteUserConfig {
  return {
    test: {
      projects: [nodeProject(), webProject(), journeysProject()],
      reporters: [process.stdout.isTTY ? 'default' : 'dot', new TotalsReporter()],
      allowOnly: false,
      passWithNoTests: false,
      maxWorkers: 2,
    },
  }
}

function nodeProject(): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'node',
      include: [`${nodeFolders}/**/*.test.ts`],
      exclude: never,
      environment: 'node',
      globalSetup: ['packages/testkit/src/start-test-postgres.ts'],
      testTimeout: 20_000,
      hookTimeout: 60_000,
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
      testTimeout: 20_000,
    },
  }
}

function journeysProject(): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'journeys',
      include: ['{packages,deploy,shell}/**/*.journey.ts'],
      exclude: never,
      environment: 'node',
      globalSetup: ['packages/testkit/src/start-test-postgres.ts'],
      fileParallelism: false,
      sequence: { groupOrder: 1 },
      testTimeout: 120_000,
      hookTimeout: 300_000,
    },
  }
}
