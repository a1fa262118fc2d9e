import type { Reporter, TestModule, TestSuite } from 'vitest/node'
import { type AdapterOnDisk, adaptersOnDisk } from './adapters-on-disk.ts'
import { tableLines } from './table-lines.ts'

/** The cases of a port's suite that ran on one adapter. */
interface SuiteResult extends AdapterOnDisk {
  readonly passed: number
  readonly failed: number
}

/** Prints, of a run in which a conformance suite ran, how many cases each adapter passed and failed, and which adapters did not run. */
export class ConformanceReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const table = conformanceTable(adaptersOnDisk(), suiteResults(modules))
    // After the summaries, and before the line of the totals: its reporter stands behind this one.
    if (table.length > 0) process.once('exit', () => process.stdout.write(`\n${table.join('\n')}\n\n`))
  }
}

/** The table's lines; none when no suite ran. An adapter on disk whose suite did not run has a row that says so. */
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

/** Suites are known by the one form of their names (testkit's describe-conformance). Cases that were skipped count as failed. */
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
