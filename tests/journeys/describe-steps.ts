import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrder } from './in-order.ts'
import type { JourneyPortal } from './journey-portal.ts'
import { openTab, pageInWords, type Tab } from './tab.ts'

/**
 * One step of a journey, in the tab as the previous step left it. `guest` is another person's
 * browser, opened by the first step that needs it; of several people, by name.
 */
export type Step = (tab: Tab, portal: JourneyPortal, guest: Guest) => Promise<void>
export type Guest = (name?: string) => Promise<Tab>

/**
 * A journey as tests: its steps in order, in one tab of its own browser. A failed step reports the
 * page's state; the steps after it fail at once.
 */
export function describeSteps(
  who: string,
  steps: Readonly<Record<string, Step>>,
  portal: () => JourneyPortal,
): void {
  describe(who, () => {
    const tabs: Tab[] = []
    const enter = async () => {
      const tab = await openTab()
      tabs.push(tab)
      return tab
    }
    const take = inOrder()
    let tab: Tab
    const guests = new Map<string, Promise<Tab>>()
    const openGuest: Guest = (name = '') => {
      const guest = guests.get(name) ?? enter()
      guests.set(name, guest)
      return guest
    }
    beforeAll(async () => {
      tab = await enter()
    })
    afterAll(() => Promise.all(tabs.map((one) => one.close())))

    it.each(Object.entries(steps))('%s', (promise, step) =>
      take(promise, () => step(tab, portal(), openGuest).catch((error) => failSeeing(tabs, error))),
    )

    it('and no page has complained of anything', () => {
      expect(tabs.flatMap(({ complaints }) => complaints)).toEqual([])
    })
  })
}

async function failSeeing(tabs: readonly Tab[], cause: unknown): Promise<never> {
  const pages = await Promise.all(tabs.map(({ page }) => pageInWords(page)))
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Error([reason, ...pages].join('\n\n'), { cause })
}
