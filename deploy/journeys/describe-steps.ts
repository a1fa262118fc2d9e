import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JourneyPortal } from './journey-portal.ts'
import { openVisit, type Visit } from './visit.ts'

/** One step of a journey. Steps go on where the one before has left the tab. */
export type Step = (visit: Visit, portal: JourneyPortal) => Promise<void>

/** A journey as tests: its steps in order, in one tab of a browser of its own, by what they promise. */
export function describeSteps(
  who: string,
  steps: Readonly<Record<string, Step>>,
  portal: () => JourneyPortal,
): void {
  describe(who, () => {
    let visit: Visit
    beforeAll(async () => {
      visit = await openVisit()
    })
    afterAll(() => visit.close())

    it.each(Object.entries(steps))('%s', (_promise, step) => step(visit, portal()))

    it('and no page has complained of anything', () => {
      expect(visit.complaints).toEqual([])
    })
  })
}
