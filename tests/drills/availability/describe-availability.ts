import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { StartedPortal } from '../../journeys/journey-portal.ts'
import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { type DrilledPortal, openDrilledPortal } from './drilled-portal.ts'
import { heldUploads } from './held-uploads.ts'
import { idleConnections } from './idle-connections.ts'
import { largeOrganization } from './large-organization.ts'
import { loginStorm } from './login-storm.ts'
import { p99, type Window, watchOthers, workOfOthers } from './others.ts'
import { MemoryWatch } from './portal-memory.ts'
import { slowBodies } from './slow-bodies.ts'

const patienceMs = 60_000

const attacks: readonly Attack[] = [
  ...slowBodies,
  idleConnections,
  heldUploads,
  loginStorm,
  largeOrganization,
]

/** Nobody can stop the portal for the others (R21 to R25), in one composition. */
export function describeAvailability(composition: string, started: () => StartedPortal): void {
  describe(`the portal, ${composition}, goes on for others under`, () => {
    let portal: DrilledPortal
    beforeAll(async () => {
      portal = await openDrilledPortal(started())
    })

    it.for(attacks)('$name', async (attack, context) => {
      const idle = await watchOthers(portal)
      using memory = await MemoryWatch.start(started().pid)
      const under = await drill(portal, attack)
      await memory.look()
      const backMs = await timeUntilBack(portal)
      const after = await watchOthers(portal)
      const { grownMb, peakMb } = memory.most
      const idleP99 = p99([...idle.timesMs, ...after.timesMs].sort((a, b) => a - b))
      const attacked = under.windows.map(({ timesMs }) => p99(timesMs))
      await noteFigures(context, [
        `idle p99 ${idleP99.toFixed(0)} ms`,
        `attacked p99 ${attacked.map((ms) => ms.toFixed(0)).join(', ')} ms`,
        `sign-in and upload of others ${under.workMs.toFixed(0)} ms`,
        `grown ${grownMb.toFixed(0)} MB to ${peakMb.toFixed(0)} MB`,
        `back after ${backMs.toFixed(0)} ms`,
        under.figures,
      ])
      expect([idle, ...under.windows, after].flatMap(({ failures }) => failures)).toEqual([])
      expect(Math.min(...attacked)).toBeLessThanOrEqual(2 * idleP99 + availability.slackMs)
      expect(grownMb).toBeLessThan(attack.growthMbMax)
      expect(backMs).toBeLessThan(availability.backWithinMs)
    })
  })
}

/** Others under the attack: several windows in full, as a machine may be busy for a while. */
async function drill(portal: DrilledPortal, attack: Attack) {
  await using running = await attack.start(portal)
  const windows: Window[] = []
  for (let round = 0; round < availability.windows; round += 1) windows.push(await watchOthers(portal))
  const workMs = await workOfOthers(portal, !attack.isAgainstSignIn)
  await running.check?.()
  return { windows, workMs, figures: running.figures() }
}

/** How long after an attack others can sign in and upload again. */
async function timeUntilBack(portal: DrilledPortal): Promise<number> {
  const begun = performance.now()
  for (;;) {
    try {
      await workOfOthers(portal)
      return performance.now() - begun
    } catch (error) {
      if (performance.now() - begun > patienceMs) throw error
      await pause(200)
    }
  }
}

async function noteFigures({ annotate }: TestContext, figures: readonly string[]): Promise<void> {
  await annotate(figures.filter((figure) => figure !== '').join('; '), 'figures')
}
