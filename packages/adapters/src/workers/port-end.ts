import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { WorkerEnd } from './restarting-worker.ts'

/** The server at the other end of a port. It keeps no thread alive, and is not started again. */
export function portEnd(port: MessagePort): WorkerEnd {
  const ended = once(port, 'close').then(() => 'its port was closed')
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', listener)
      // Listening keeps the thread alive.
      port.unref()
    },
    ended,
    stop: async () => {
      port.close()
      await ended
    },
  }
}
