import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import type { Target } from './attack.ts'
import { askForLists, signInAndUpload } from './others.ts'
import { type OthersMessage, OthersOrder } from './others-protocol.ts'
import { enter } from './own-organization.ts'

// Those who are measured: in the tests' process, its pauses would count as the portal's.
let target: Target | null = null
const signedIn: CookieFetch[] = []

process.on('message', (message) => {
  obey(OthersOrder.parse(message)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ kind: 'failed', reason: String(error) } satisfies OthersMessage),
  )
})
process.on('disconnect', () => process.exit())

async function obey(order: OthersOrder): Promise<OthersMessage> {
  if (order.kind === 'enter') {
    target = order.target
    for (const username of ['ingrid', 'amara', 'tomas', 'jonas']) signedIn.push(await enter(target, username))
    return { kind: 'entered' }
  }
  if (!target) throw new Error('Nobody has entered.')
  if (order.kind === 'watch') return { kind: 'watched', samples: await askForLists(signedIn) }
  const work = await signInAndUpload(target, order.signsIn ? null : (signedIn[0] ?? null))
  return { kind: 'worked', ...work }
}
