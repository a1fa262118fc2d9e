import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** How to start one of our programs. */
export interface ProgramStart<Opened> {
  readonly program: URL
  /** As JSON in its first argument, which any local user can read: no secrets. */
  readonly order: object
  /** For its output; by default its errors go to ours. */
  readonly output?: number | undefined
  /** Receives its messages. The first value returned ends the start. */
  readonly onMessage: (message: unknown) => Opened | undefined
  /** Why it exited before that. */
  readonly failure: () => Error
}

/** A program of ours in a process of its own, which this process does not wait for at its end. */
export interface StartedProgram<Opened> {
  readonly opened: Opened
  /** Closes its IPC channel, on which it stops; resolves when it has exited. */
  stop(): Promise<void>
}

/** Starts it in its own process group: Ctrl-C must not end what others still use. */
export async function startProgram<Opened>(start: ProgramStart<Opened>): Promise<StartedProgram<Opened>> {
  const { output, onMessage, failure } = start
  const child = fork(fileURLToPath(start.program), [JSON.stringify(start.order)], {
    detached: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', output ?? 'ignore', output ?? 'inherit', 'ipc'],
  })
  const opened = await new Promise<Opened>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => reject(failure()))
    child.on('message', (message) => {
      const value = onMessage(message)
      if (value !== undefined) resolve(value)
    })
  })
  child.unref()
  child.channel?.unref()
  return {
    opened,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      const exit = once(child, 'exit')
      if (child.connected) child.disconnect()
      await exit
    },
  }
}
