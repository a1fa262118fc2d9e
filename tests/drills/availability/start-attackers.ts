import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Attack, AttackReport, Target } from './attack.ts'
import { AttackersMessage, type AttackersOrder } from './attackers-protocol.ts'

/** An attack in a process of its own, until it is disposed. */
export interface Attackers extends AsyncDisposable {
  report(): Promise<AttackReport>
}

/** Resolves when the attack goes on in full. */
export async function startAttackers({ name }: Attack, target: Target): Promise<Attackers> {
  const program = fileURLToPath(new URL('./attackers-process.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'] })
  await ask(child, { kind: 'begin', name, target: { ...target, logins: [...target.logins] } })
  return {
    report: async () => {
      const answer = await ask(child, { kind: 'report' })
      if (answer.kind !== 'report') throw new Error(`The attackers said ${answer.kind}.`)
      const { kind: _, open, problem, ...report } = answer
      return {
        ...report,
        ...(open === undefined ? {} : { open }),
        ...(problem === undefined ? {} : { problem }),
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}

async function ask(child: ChildProcess, order: AttackersOrder): Promise<AttackersMessage> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('The attackers ended.')
  })
  ended.catch(() => 'thrown below, or answered')
  child.send(order)
  const [message]: unknown[] = await Promise.race([once(child, 'message', { signal }), ended])
  answered.abort()
  const answer = AttackersMessage.parse(message)
  if (answer.kind === 'failed') throw new Error(`The attack did not begin: ${answer.reason}`)
  return answer
}
