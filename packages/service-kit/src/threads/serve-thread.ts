import { parentPort, type Transferable } from 'node:worker_threads'
import { yieldToRequests } from './yield-to-requests.ts'

/**
 * The thread's side of {@link runInThread}: does what it is given and posts the result, with what
 * may be handed over instead of copied: of what it was given too, which it would hold for long.
 * What `work` throws ends the thread.
 */
export function serveThread<Data, Result>(
  work: (data: Data) => Result | Promise<Result>,
  transferred: (result: Result, data: Data) => readonly Transferable[] = () => [],
): void {
  yieldToRequests('awaited')
  // Safe: only what starts this module sends to it, with the same types.
  parentPort?.on('message', async (data: Data) => {
    const result = await work(data)
    parentPort?.postMessage(result, [...transferred(result, data)])
  })
}
