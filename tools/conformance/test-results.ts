import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { NamedTest, Row } from './read-rows.ts'
import { titleMatches } from './read-test-titles.ts'

/** What vitest's JSON reporter writes. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
    }[]
  }[]
}

/** The tests of a run with their full names; `hasPassed` is false for skipped ones, too. */
export interface TestResult extends NamedTest {
  readonly hasPassed: boolean
}

/** Runs these files with the repository's own vitest configuration. */
export function runTests(files: readonly string[]): TestResult[] {
  const folder = mkdtempSync(join(tmpdir(), 'portal-conformance-'))
  try {
    const outputFile = join(folder, 'results.json')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${outputFile}`]
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files]
    spawnSync(process.execPath, vitest, { stdio: 'inherit' })
    return readResults(outputFile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The results in a file of vitest's JSON reporter, by paths from the checkout. */
export function readResults(file: string): TestResult[] {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(process.cwd(), name),
      name: [...ancestorTitles, title].join(' > '),
      hasPassed: status === 'passed',
    })),
  )
}

/** `passed`, or why a row does not hold. All cases of a test that has several must pass. */
export function resultOf({ open, tests }: Row, results: readonly TestResult[]): string {
  if (open !== null) return `OPEN: ${open}`
  for (const { file, name } of tests) {
    const ran = results.filter((result) => result.file === file && titleMatches(name, result.name))
    if (ran.length === 0) return `DID NOT RUN: ${file} ${name}`
    const red = ran.find(({ hasPassed }) => !hasPassed)
    if (red) return `RED: ${file} ${red.name}`
  }
  return 'passed'
}
