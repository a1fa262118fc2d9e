import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { StartedPortal } from '../../journeys/journey-portal.ts'
import { availability } from '../config.ts'
import { allAttacks } from './all-attacks.ts'
import type { Attack, AttackReport } from './attack.ts'
import { type DrilledPortal, openDrilledPortal } from './drilled-portal.ts'
import { Window, type Work, watchOthers, workOfOthers } from './others.ts'
import { growthOf, MemoryWatch } from './portal-memory.ts'
import { type Attackers, startAttackers } from './start-attackers.ts'

const patienceMs = 60_000

/** Nobody can stop the portal for the others (R21 to R25), in one composition. */
export function describeAvailability(composition: string, started: () => StartedPortal): void {
  describe(`the portal, ${composition}, goes on for others under`, () => {
    let portal: DrilledPortal
    beforeAll(async () => {
      portal = await openDrilledPortal(started())
    })

    it.for(allAttacks)('$name', { timeout: availability.timeoutMs }, async (attack, context) => {
      using memory = await MemoryWatch.start(started().pid)
      const before = await watchOthers(portal)
      await say(context, 'progress', `idle p99 ${inMs(before.p99)}`)
      const { attacked, work, report } = await underAttack(portal, attack, context)
      await memory.look()
      const backMs = await timeUntilBack(portal)
      const after = await watchOthers(portal)
      const idle = Window.of([before, after])
      await say(context, 'figures', [
        `p99 ${inMs(attacked.p99)}, idle ${inMs(idle.p99)}`,
        attacked.errors,
        `an upload of others took ${inMs(work.uploadedMs)} and was ready after ${inMs(work.readyMs)}`,
        `back after ${inMs(backMs)}`,
        inWords(memory),
        report.figures,
      ])
      expect([...before.failures, ...attacked.failures, ...after.failures]).toEqual([])
      expect(attacked.p99).toBeLessThanOrEqual(2 * idle.p99 + availability.slackMs)
      for (const growth of memory.growths)
        expect([growth.name, growthOf(growth)]).toSatisfy(() => growthOf(growth) < attack.growthMbMax)
      expect(backMs).toBeLessThan(availability.backWithinMs)
    })
  })
}

interface UnderAttack {
  readonly attacked: Window
  readonly work: Work
  readonly report: AttackReport
}

/** Others under the attack, in several windows and until it has come to its own end. */
async function underAttack(
  portal: DrilledPortal,
  attack: Attack,
  context: TestContext,
): Promise<UnderAttack> {
  await using attackers = await startAttackers(attack, portal)
  const windows: Window[] = []
  let work: Work | null = null
  for (let isDone = false; !isDone || windows.length < availability.windows; ) {
    const window = await watchOthers(portal)
    windows.push(window)
    const { isDone: isAtEnd, figures } = await attackers.report()
    await say(context, 'progress', `attacked p99 ${inMs(window.p99)}, ${window.errors}; ${figures}`)
    // Once, between two windows, and in any case while the attack goes on.
    work ??= await workOfOthers(portal, !attack.isAgainstSignIn)
    isDone = isAtEnd
  }
  if (!work) throw new Error('There is at least one window.')
  return { attacked: Window.of(windows), work, report: await lastReport(attack, attackers) }
}

/** Waits, for a moment, until the portal keeps the attackers within their limit. */
async function lastReport({ openMax = Number.POSITIVE_INFINITY }: Attack, attackers: Attackers) {
  return await expect
    .poll(() => attackers.report())
    .toSatisfy(({ open = 0 }: AttackReport) => open < openMax)
    .then(() => attackers.report())
}

/** How long after an attack others can sign in and upload again. */
async function timeUntilBack(portal: DrilledPortal): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const startedAt = performance.now() - begun
    try {
      return startedAt + (await workOfOthers(portal)).uploadedMs
    } catch (error) {
      if (performance.now() - begun > patienceMs) throw error
      await pause(200)
    }
  }
}

function inWords({ growths }: MemoryWatch): string {
  const each = growths.map(
    ({ name, beforeMb, peakMb }) => `${name} ${beforeMb.toFixed(0)} to ${peakMb.toFixed(0)}`,
  )
  return `memory in MB: ${each.join(', ')}`
}

function inMs(ms: number): string {
  return `${ms.toFixed(0)} ms`
}

async function say(
  { annotate }: TestContext,
  kind: 'progress' | 'figures',
  words: string | readonly string[],
): Promise<void> {
  await annotate([words].flat().join('; '), kind)
}
