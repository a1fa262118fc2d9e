import { type Transferable, Worker } from 'node:worker_threads'
import type { WorkQueue } from '../work-queue.ts'

const limits = { timeMs: 55_000, heapMegabytes: 1536 }

/** A module's run in a thread. */
export interface ThreadRun {
  /** Its `workerData`, which is copied but for what is transferred. */
  readonly data: unknown
  readonly transfer?: readonly Transferable[]
  /** How many run at a time. */
  readonly queue: WorkQueue
  /** What is thrown if it takes too long, or too much memory. */
  readonly tooLarge: () => Error
}

/**
 * Runs a module in a thread of its own, which posts one result and ends, so that long work holds up
 * no request. One that takes too long is ended.
 */
export function runInThread<Result>(
  module: URL,
  { data, transfer = [], queue, tooLarge }: ThreadRun,
): Promise<Result> {
  return queue.run(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const worker = new Worker(module, {
      workerData: data,
      transferList: [...transfer],
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    })
    const timer = setTimeout(() => void worker.terminate(), limits.timeMs)
    worker.once('message', resolve)
    worker.once('error', (error) => reject(isOutOfMemory(error) ? tooLarge() : error))
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(tooLarge())
    })
    return promise
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
