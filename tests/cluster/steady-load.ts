import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'

const patienceMs = 60_000

/** What a load saw. */
export interface LoadSeen {
  readonly requests: number
  /** Statuses other than 200, and errors of the connection, each with its path. */
  readonly failed: readonly string[]
  /** Times that the stream of events was opened: it may be resumed, as browsers do. */
  readonly streams: number
}

/**
 * Sends requests of someone who is logged in, evenly, however long each takes; beside them a stream
 * of events stays open. `stop` waits for what is under way.
 */
export function startSteadyLoad(
  browse: CookieFetch,
  { perSecond, paths }: { readonly perSecond: number; readonly paths: readonly string[] },
): { stop(): Promise<LoadSeen> } {
  const failed: string[] = []
  const running = new Set<Promise<void>>()
  const stopped = new AbortController()
  let requests = 0
  const timer = setInterval(() => {
    const path = paths[requests % paths.length] ?? '/'
    requests += 1
    const one = askFor(browse, path).then((failure) => {
      running.delete(one)
      if (failure !== null) failed.push(failure)
    })
    running.add(one)
  }, 1000 / perSecond)
  const following = followEvents(browse, { stopped: stopped.signal, failed })
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
      stopped.abort()
      return { requests, failed, streams: await following }
    },
  }
}

async function askFor(browse: CookieFetch, path: string): Promise<string | null> {
  try {
    const response = await browse(path, { signal: AbortSignal.timeout(patienceMs) })
    const body = await response.text()
    return response.status === 200 ? null : `${path}: ${response.status} ${body.slice(0, 200)}`
  } catch (error) {
    return `${path}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`
  }
}

interface Following {
  readonly stopped: AbortSignal
  readonly failed: string[]
}

/** Resolves to how often the stream was opened. Its end is none; not being opened again is. */
async function followEvents(browse: CookieFetch, { stopped, failed }: Following): Promise<number> {
  for (let opened = 1; ; opened += 1) {
    try {
      const response = await browse('/api/events', { signal: stopped })
      if (response.status !== 200) failed.push(`/api/events: ${response.status}`)
      await response.body?.pipeTo(new WritableStream(), { signal: stopped })
    } catch (error) {
      if (stopped.aborted) return opened
      // A gateway that leaves ends its streams; one that cannot be reached refuses the next.
      if (!(error instanceof TypeError)) throw error
    }
  }
}
