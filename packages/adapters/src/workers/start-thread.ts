import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WorkerEnd } from './worker-end.ts'

/** Runs a module as a worker thread with an empty environment; `argument` is its `workerData`. */
export function startThread(module: URL, argument: string): WorkerEnd {
  const worker = new Worker(module, { workerData: argument, env: {}, execArgv: [] })
  let failure: string | undefined
  worker.on('error', (error) => {
    failure = error instanceof Error ? error.message : String(error)
  })
  const end = once(worker, 'exit').then(
    ([code]) => failure ?? `exit ${code}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (listener) => {
      worker.on('message', listener)
    },
    onEnd: (listener) => {
      void end.then(listener)
    },
    stop: async () => {
      await worker.terminate()
    },
  }
}
