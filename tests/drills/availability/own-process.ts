import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A module that runs in a process of its own until it is disposed. */
export interface OwnProcess extends AsyncDisposable {
  /** Sends an order and resolves with the next message. One at a time. */
  ask(order: object): Promise<unknown>
}

/**
 * Starts a process in a session of its own: Linux shares processors among sessions, and those who
 * use the portal, or attack it, have machines of their own.
 */
export function startOwnProcess(program: URL): OwnProcess {
  const child = fork(program, { detached: true, execArgv: ['--disable-warning=ExperimentalWarning'] })
  return {
    ask: (order) => ask(child, order),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}

async function ask(child: ChildProcess, order: object): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('The process ended.')
  })
  ended.catch(() => 'thrown below, or answered')
  child.send(order)
  const [message]: unknown[] = await Promise.race([once(child, 'message', { signal }), ended])
  answered.abort()
  return message
}
