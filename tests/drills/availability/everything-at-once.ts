import type { Attack, RunningAttack } from './attack.ts'
import { heldUploads } from './held-uploads.ts'
import { idleConnections } from './idle-connections.ts'
import { largeOrganization } from './large-organization.ts'
import { loginStorm } from './login-storm.ts'
import { slowBodies } from './slow-bodies.ts'

/** In this order: later ones would keep the earlier ones from beginning. */
const parts: readonly Attack[] = [largeOrganization, ...slowBodies, heldUploads, idleConnections, loginStorm]

/** Every attack but the files that are refused, together. */
export const everythingAtOnce: Attack = {
  name: 'everything-at-once',
  // What one large organization and held uploads may each occupy.
  growthMbMax: largeOrganization.growthMbMax + heldUploads.growthMbMax,
  // On a machine of two cores that the attackers share.
  slowerMax: 15,
  isAgainstSignIn: true,
  leavesWork: true,
  start: async (target) => {
    await using begun = new AsyncDisposableStack()
    const running: RunningAttack[] = []
    for (const part of parts) running.push(begun.use(await part.start(target)))
    const owned = begun.move()
    return {
      report: () => {
        const reports = running.map((part) => part.report())
        return {
          figures: reports.map(({ figures }, at) => `${parts[at]?.name}: ${figures}`).join('; '),
          isDone: reports.every(({ isDone }) => isDone),
        }
      },
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  },
}
