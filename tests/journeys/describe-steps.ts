import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrder } from './in-order.ts'
import type { JourneyPortal } from './journey-portal.ts'
import { openVisit, pageInWords, type Visit } from './visit.ts'

/**
 * One step of a journey. Steps go on where the one before has left the tab. `guest` is the browser of somebody else, who is in it from the
 * step that asks first.
 */
export type Step = (visit: Visit, portal: JourneyPortal, guest: () => Promise<Visit>) => Promise<void>

/**
 * A journey as tests: its steps in order, in one tab of a browser of its own, by what they promise. What a step that fails has seen is part
 * of its failure; the steps after it fail at once.
 */
export function describeSteps(
  who: string,
  steps: Readonly<Record<string, Step>>,
  portal: () => JourneyPortal,
): void {
  describe(who, () => {
    const visits: Visit[] = []
    const enter = async () => {
      const visit = await openVisit()
      visits.push(visit)
      return visit
    }
    const take = inOrder()
    let visit: Visit
    let guest: Promise<Visit> | null = null
    const openGuest = () => {
      guest ??= enter()
      return guest
    }
    beforeAll(async () => {
      visit = await enter()
    })
    afterAll(() => Promise.all(visits.map((one) => one.close())))

    it.each(Object.entries(steps))('%s', (promise, step) =>
      take(promise, () => step(visit, portal(), openGuest).catch((error) => failSeeing(visits, error))),
    )

    it('and no page has complained of anything', () => {
      expect(visits.flatMap(({ complaints }) => complaints)).toEqual([])
    })
  })
}

async function failSeeing(visits: readonly Visit[], cause: unknown): Promise<never> {
  const pages = await Promise.all(visits.map(({ page }) => pageInWords(page)))
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Error([reason, ...pages].join('\n\n'), { cause })
}
