import { parentPort, type Transferable } from 'node:worker_threads'

/**
 * The thread's side of {@link runInThread}: runs `work` and posts its result. `transferred` names
 * what is handed over instead of copied, the input included, which would otherwise stay in memory.
 * An error in `work` ends the thread.
 */
export function serveThread<Data, Result>(
  work: (data: Data) => Result | Promise<Result>,
  transferred: (result: Result, data: Data) => readonly Transferable[] = () => [],
): void {
  // Safe: only what starts this module sends to it, with the same types.
  parentPort?.on('message', async (data: Data) => {
    const result = await work(data)
    parentPort?.postMessage(result, [...transferred(result, data)])
  })
}
