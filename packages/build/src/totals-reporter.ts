import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Ends a test run with the line `N passed, N failed`; fails a run in which nothing ran. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { passed, failed } = countResults(modules, errors.length)
    if (failed > 0 || passed === 0) process.exitCode = 1
    // At exit: the other reporters print in this turn, and after Ctrl-C there is nothing to sum up.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`))
  }
}

/** Errors outside of tests, files that do not load and tests that were skipped count as failed. */
function countResults(modules: readonly TestModule[], errors: number): { passed: number; failed: number } {
  let passed = 0
  let failed = errors
  for (const module of modules) {
    failed += module.errors().length
    for (const test of module.children.allTests()) {
      if (test.result().state === 'passed') passed += 1
      else failed += 1
    }
    for (const suite of module.children.allSuites()) failed += suite.errors().length
  }
  return { passed, failed }
}
