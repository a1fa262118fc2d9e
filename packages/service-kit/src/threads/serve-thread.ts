import { parentPort, type Transferable } from 'node:worker_threads'
import { releaseBytes } from '../release-bytes.ts'

/** Memory that would otherwise be copied, or stay until a collection of garbage. */
interface Memory<Data, Result> {
  /** What of the result is handed over. */
  readonly transferred?: (result: Result) => readonly Transferable[]
  /** Bytes of the input that nothing reads any more. */
  readonly spent?: (data: Data) => Uint8Array
}

/**
 * The thread's side of {@link runInThread}: runs `work` and posts its result. An error in `work`
 * ends the thread.
 */
export function serveThread<Data, Result>(
  work: (data: Data) => Result | Promise<Result>,
  { transferred, spent }: Memory<Data, Result> = {},
): void {
  // Safe: only what starts this module sends to it, with the same types.
  parentPort?.on('message', async (data: Data) => {
    const result = await work(data)
    if (spent) releaseBytes(spent(data))
    parentPort?.postMessage(result, [...(transferred?.(result) ?? [])])
  })
}
