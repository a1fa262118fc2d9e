import { startVitest } from 'vitest/node'
import { workspaceRoot } from './build-plan.ts'

/**
 * Runs the test files of a project, or those of these names, with two workers, as `.ci/run` does
 * where another queue runs beside it. The exit code of this process says how it ended.
 */
export async function runTests(config: string, project: string, files: readonly string[]): Promise<void> {
  const options = { root: workspaceRoot, config, project: [project], maxWorkers: 2, run: true }
  const vitest = await startVitest('test', [...files], options)
  await vitest.close()
}
