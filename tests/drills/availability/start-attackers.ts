import type { Attack, AttackReport, Target } from './attack.ts'
import { AttackersMessage, type AttackersOrder } from './attackers-protocol.ts'
import { type OwnProcess, startOwnProcess } from './own-process.ts'

/** An attack in a process of its own, until it is disposed. */
export interface Attackers extends AsyncDisposable {
  report(): Promise<AttackReport>
}

/** Resolves when the attack goes on in full. */
export async function startAttackers({ name }: Attack, target: Target): Promise<Attackers> {
  const attackers = startOwnProcess(new URL('./attackers-process.ts', import.meta.url))
  await ask(attackers, { kind: 'begin', name, target: { ...target, logins: [...target.logins] } })
  return {
    report: async () => {
      const answer = await ask(attackers, { kind: 'report' })
      if (answer.kind !== 'report') throw new Error(`The attackers said ${answer.kind}.`)
      const { kind: _, open, problem, ...report } = answer
      return {
        ...report,
        ...(open === undefined ? {} : { open }),
        ...(problem === undefined ? {} : { problem }),
      }
    },
    [Symbol.asyncDispose]: () => attackers[Symbol.asyncDispose](),
  }
}

async function ask(attackers: OwnProcess, order: AttackersOrder): Promise<AttackersMessage> {
  const answer = AttackersMessage.parse(await attackers.ask(order))
  if (answer.kind === 'failed') throw new Error(`The attack did not begin: ${answer.reason}`)
  return answer
}
