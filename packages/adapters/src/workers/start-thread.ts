import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WorkerEnd } from './restarting-worker.ts'

/** Runs a module as a worker thread with an empty environment; `argument` is its `workerData`. */
export function startThread(module: URL, argument: string): WorkerEnd {
  const worker = new Worker(module, { workerData: argument, env: {}, execArgv: [] })
  const ended = once(worker, 'exit').then(
    ([code]) => `exit ${code}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (listener) => {
      worker.on('message', listener)
    },
    ended,
    stop: async () => {
      await worker.terminate()
    },
  }
}
