import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaceRoot } from '@portal/build/build-plan'

/** Runs something in this process; resolves to the files, by path, whose functions it called. */
export async function enteredFiles(run: () => Promise<void>): Promise<ReadonlySet<string>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true })
    await session.post('Profiler.takePreciseCoverage')
    await run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    // A module's own code starts at 0; callbacks have no name either, and count.
    const entered = result.filter(({ functions }) =>
      functions.some(
        ({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0,
      ),
    )
    return new Set(entered.map(({ url }) => pathOf(url)))
  } finally {
    session.disconnect()
  }
}

function pathOf(url: string): string {
  const file = url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : url
  return relative(workspaceRoot, file)
}
