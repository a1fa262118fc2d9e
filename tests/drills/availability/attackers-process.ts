import { existsSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { allAttacks } from './all-attacks.ts'
import type { RunningAttack } from './attack.ts'
import { AttackersOrder } from './attackers-protocol.ts'

const autogroup = '/proc/self/autogroup'

// The attackers' own process: attacks on request, reports on request, and exits with its channel.
// What their work costs must not count against the portal.
setPriority(constants.priority.PRIORITY_LOW)
// Linux shares processors among sessions before it looks at priorities (sched(7), autogroups).
if (existsSync(autogroup)) writeFileSync(autogroup, `${constants.priority.PRIORITY_LOW}`)
let running: RunningAttack | null = null

process.on('message', (message) => {
  const order = AttackersOrder.parse(message)
  if (order.kind === 'report') process.send?.({ kind: 'report', ...running?.report() })
  else void begin(order).catch((error: unknown) => process.send?.({ kind: 'failed', reason: String(error) }))
})
process.on('disconnect', () => process.exit())

async function begin({ name, target }: Extract<AttackersOrder, { kind: 'begin' }>): Promise<void> {
  const attack = allAttacks.find((one) => one.name === name)
  running = (await attack?.start(target)) ?? null
  process.send?.({ kind: 'begun' })
}
