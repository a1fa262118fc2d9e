import { Worker } from 'node:worker_threads'
import { CodedError } from '@portal/service-kit/coded-error'
import { WorkQueue } from '@portal/service-kit/work-queue'

const limits = { timeMs: 55_000, heapMegabytes: 1536 }
const queue = new WorkQueue(2)

/**
 * Runs a module with `data` in a thread of its own, which posts one result and ends. Two run at
 * a time; one that takes too long is ended.
 */
export function runInThread<Result>(module: URL, data: unknown): Promise<Result> {
  return queue.run(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const worker = new Worker(module, {
      workerData: data,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    })
    const timer = setTimeout(() => void worker.terminate(), limits.timeMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      const message = 'These versions are too large to be compared in time. Please try again later.'
      reject(new CodedError('deadline_exceeded', message))
    })
    return promise
  })
}
