import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaceRoot } from '@portal/build/build-plan'
import { type Post, ThreadSessions } from './thread-sessions.ts'

/** Runs something in this process; resolves to the files, by path, whose functions it called. */
export async function enteredFiles(run: () => Promise<void>): Promise<ReadonlySet<string>> {
  const session = new Session()
  session.connect()
  try {
    const threads = await ThreadSessions.open(session)
    const all = [(method: string, params?: object) => session.post(method, params), ...threads.posts]
    await Promise.all(all.map(begin))
    await run()
    const results = await Promise.all(all.map(take))
    // Modules themselves have no name, nor getters of exports, which run when one is read.
    const entered = results
      .flat()
      .filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
      )
    return new Set(entered.map(({ url }) => pathOf(url)))
  } finally {
    session.disconnect()
  }
}

async function begin(post: Post): Promise<void> {
  await post('Profiler.enable')
  await post('Profiler.startPreciseCoverage', { callCount: true })
  await post('Profiler.takePreciseCoverage')
}

/** Safe: the answer of the protocol's method. */
async function take(post: Post): Promise<Profiler.ScriptCoverage[]> {
  const taken = await post('Profiler.takePreciseCoverage')
  return (taken as Profiler.TakePreciseCoverageReturnType).result
}

function pathOf(url: string): string {
  const file = url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : url
  return relative(workspaceRoot, file)
}
