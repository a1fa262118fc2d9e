import type { Reporter, TestModule, TestSuite } from 'vitest/node'
import { type AdapterOnDisk, adaptersOnDisk } from './adapters-on-disk.ts'

/** The cases of a port's suite that ran on one adapter. */
interface SuiteResult extends AdapterOnDisk {
  readonly passed: number
  readonly failed: number
}

/** After a run with conformance suites, prints each adapter's cases, passed and failed. */
export class ConformanceReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const table = conformanceTable(adaptersOnDisk(), suiteResults(modules))
    // At exit, so that it follows the summaries and precedes the totals, whose reporter runs next.
    if (table.length > 0) process.once('exit', () => process.stdout.write(`\n${table.join('\n')}\n\n`))
  }
}

/** The table's lines; none if no suite ran. A suite that did not run gets a row saying so. */
export function conformanceTable(
  adapters: readonly AdapterOnDisk[],
  results: readonly SuiteResult[],
): readonly string[] {
  const rows = adapters.map(({ port, engine }) => {
    const own = results.filter((result) => result.port === port && result.engine === engine)
    if (own.length === 0) return [port, engine, '–', '–', 'did not run']
    const passed = own.reduce((sum, result) => sum + result.passed, 0)
    const failed = own.reduce((sum, result) => sum + result.failed, 0)
    return [port, engine, `${passed}`, `${failed}`, '']
  })
  const ran = rows.filter((row) => row.at(-1) === '').length
  if (ran === 0) return []
  return [
    ...tableLines([['port', 'adapter', 'passed', 'failed', ''], ...rows]),
    `Conformance: ${ran} of ${adapters.length} adapters ran the suite of their port.`,
  ]
}

/** Recognizes suites by name (testkit's describe-conformance). Skipped cases count as failed. */
function suiteResults(modules: readonly TestModule[]): SuiteResult[] {
  const adapters = adaptersOnDisk()
  return modules
    .flatMap((module) => [...module.children.suites()])
    .flatMap((suite) => {
      const adapter = adapters.find(({ port, engine }) => isSuiteOf(suite.name, { port, engine }))
      return adapter ? [{ ...adapter, ...countCases(suite) }] : []
    })
}

/** Whether a suite's name is `<engine> as <port>` or `<engine> on <something> as <port>`. */
export function isSuiteOf(name: string, { port, engine }: AdapterOnDisk): boolean {
  const role = ` as ${port.replaceAll('-', ' ')}`
  return name === `${engine}${role}` || (name.startsWith(`${engine} on `) && name.endsWith(role))
}

function countCases(suite: TestSuite): { passed: number; failed: number } {
  const cases = [...suite.children.allTests()]
  const passed = cases.filter((test) => test.result().state === 'passed').length
  return { passed, failed: cases.length - passed }
}

/** Rows of cells as aligned lines, numbers to the right. The first row is the heading. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, index) => align(cell, columns[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function align(cell: string, width: number): string {
  return /^[\d–]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width)
}
