import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '@portal/service-kit/threads/bare-environment'
import type { WorkerEnd } from './restarting-worker.ts'

/** Runs a module as a worker thread with a bare environment; `argument` is its `workerData`. */
export function startThread(module: URL, argument: string): WorkerEnd {
  const worker = new Worker(module, { workerData: argument, env: bareEnvironment(), execArgv: [] })
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
