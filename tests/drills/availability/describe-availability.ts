import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { StartedPortal } from '../../journeys/journey-portal.ts'
import { availability } from '../config.ts'
import { allAttacks } from './all-attacks.ts'
import type { Attack, AttackReport } from './attack.ts'
import type { Work } from './others.ts'
import { growthOf, MemoryWatch } from './portal-memory.ts'
import { startAttackers } from './start-attackers.ts'
import { type Others, startOthers } from './start-others.ts'
import { Window } from './window.ts'

const patienceMs = 60_000

/** Nobody can stop the portal for the others (R21 to R25), in one composition. */
export function describeAvailability(composition: string, started: () => StartedPortal): void {
  describe(`the portal, ${composition}, goes on for others under`, () => {
    let others: Others
    beforeAll(async () => {
      others = await startOthers(started())
    })
    afterAll(() => others?.[Symbol.asyncDispose]())

    it.for(allAttacks)('$name', { timeout: availability.timeoutMs }, async (attack, context) => {
      await using memory = await MemoryWatch.start(started().pid, attack.growthMbMax)
      const { idle, attacked, work, backMs, report } = await inTurns(
        { portal: started(), others, memory },
        attack,
        context,
      )
      await memory.end()
      await say(context, 'figures', [
        `p99 ${inMs(attacked.p99)}, idle ${inMs(idle.p99)}`,
        attacked.errors,
        `an upload of others took ${inMs(work.uploadedMs)} and was ready after ${inMs(work.readyMs)}`,
        `back after ${inMs(backMs)}`,
        inWords(memory),
        report.figures,
      ])
      expect([...idle.failures, ...attacked.failures]).toEqual([])
      expect(report.open ?? 0).toBeLessThan(attack.openMax ?? Number.POSITIVE_INFINITY)
      expect(attacked.p99).toBeLessThanOrEqual((attack.slowerMax ?? 2) * idle.p99 + availability.slackMs)
      expect(report.problem).toBeUndefined()
      for (const growth of memory.growths.filter(({ name }) => name !== attack.confined))
        expect([growth.name, growthOf(growth)]).toSatisfy(() => growthOf(growth) < attack.growthMbMax)
      expect(backMs).toBeLessThan(availability.backWithinMs)
    })
  })
}

interface Measured {
  readonly portal: StartedPortal
  readonly others: Others
  readonly memory: MemoryWatch
}

interface Turns {
  readonly idle: Window
  readonly attacked: Window
  readonly work: Work
  /** The longest time after an attack. */
  readonly backMs: number
  readonly report: AttackReport
}

/**
 * Others without and under the attack, in turns, because a machine may have other things to do for
 * a while. An attack that leaves work behind comes once, after all that is measured without it.
 */
async function inTurns(
  { portal, others, memory }: Measured,
  attack: Attack,
  context: TestContext,
): Promise<Turns> {
  const turns = attack.leavesWork ? 1 : availability.windows
  const windowsEach = availability.windows / turns
  const [idle, attacked]: [Window[], Window[]] = [[], []]
  let [work, report, backMs]: [Work | null, AttackReport | null, number] = [null, null, 0]
  for (let turn = 0; turn < turns; turn += 1) {
    for (let at = 0; at < windowsEach; at += 1) idle.push(await others.watch())
    await say(context, 'progress', `idle p99 ${inMs(Window.of(idle).p99)}`)
    {
      await using attackers = await startAttackers(attack, portal)
      for (let at = 0, isDone = false; at < windowsEach || !isDone; at += 1) {
        const window = await others.watch()
        attacked.push(window)
        const { figures, ...now } = await attackers.report()
        isDone = now.isDone
        await say(context, 'progress', `attacked p99 ${inMs(window.p99)}, ${window.errors}; ${figures}`)
        await memory.collect()
        work ??= await others.work(!attack.isAgainstSignIn)
      }
      report = await attackers.report()
    }
    backMs = Math.max(backMs, await timeUntilBack(others))
  }
  if (!work || !report) throw new Error('There is at least one turn.')
  return { idle: Window.of(idle), attacked: Window.of(attacked), work, backMs, report }
}

/** How long after an attack others can log in and upload again. */
async function timeUntilBack(others: Others): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const startedAt = performance.now() - begun
    try {
      return startedAt + (await others.work()).uploadedMs
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
