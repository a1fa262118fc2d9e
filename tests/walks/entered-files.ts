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
    // Modules themselves have no name, nor getters of exports, which run when one is read.
    const entered = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
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
