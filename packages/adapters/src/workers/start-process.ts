import { fork } from 'node:child_process'
import { once } from 'node:events'
import { bareEnvironment } from '@portal/service-kit/threads/bare-environment'
import type { WorkerEnd } from './restarting-worker.ts'

const stopTimeoutMs = 2000

/**
 * Runs a module as a child with a bare environment, which exits when its parent goes away. It
 * leads a session of its own, for Linux shares processors between sessions first (sched(7)).
 */
export function startProcess(module: URL, argument: string): WorkerEnd {
  const child = fork(module, [argument], {
    detached: true,
    env: bareEnvironment(),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(
    ([code, signal]) => `exit ${signal ?? code}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return {
    send: (message) => {
      // A child's death is reported by its end, not by a send error.
      child.send(message, () => undefined)
    },
    onMessage: (listener) => {
      child.on('message', listener)
    },
    ended,
    stop: async () => {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await ended
      clearTimeout(timer)
    },
  }
}
