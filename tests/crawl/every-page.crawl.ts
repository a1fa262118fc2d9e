import { describe, expect, it } from 'vitest'
import { loginOf, startForThisFile } from '../journeys/journey-portal.ts'
import { openBrowserAs } from '../screens/open-browser-as.ts'
import { crawl } from './crawl.ts'
import { listsWithLateAnswers, overviewsWithLateAnswers, readWithLateAnswers } from './late-answers.ts'

/** In this order, since each page is opened once: one opens what the ones before did not. */
const orders = [
  { name: 'a visitor', username: null, width: 320, themes: ['light', 'dark'], pagesMin: 10 },
  { name: 'an admin', username: 'ingrid', width: 320, themes: ['dark'], pagesMin: 20 },
  { name: 'the operator', username: 'operator', width: 768, themes: ['dark'], pagesMin: 5 },
  { name: 'a facilitator', username: 'tomas', width: 1440, themes: ['light'], pagesMin: 1 },
  { name: 'a manager', username: 'amara', width: 768, themes: ['light'], pagesMin: 1 },
  { name: 'an employee', username: 'jonas', width: 1440, themes: ['dark'], pagesMin: 1 },
  { name: 'a newcomer', username: 'noor', width: 320, themes: ['light'], pagesMin: 1 },
] as const

/** Forty pages of a steward, each of which takes some seconds on a busy machine. */
const patienceMs = 600_000

const portal = startForThisFile('start')

// The short form of `npm run crawl`: opens every page once, as those who see most, and presses
// nothing.
describe('no page is dead, complains, moves while it loads, cuts texts off or fails axe', () => {
  const opened = new Set<string>()
  it.each(orders)(
    '$name, $width px wide',
    async ({ username, width, themes, pagesMin }) => {
      const { address, logins } = portal()
      const login = username === null ? null : loginOf({ logins }, username)
      const browser = await openBrowserAs(login, { address, width })
      try {
        const { visited, findings } = await crawl(browser, {
          ...{ address, themes, pressed: null, opened },
        })
        expect(findings.map(({ at, from, fault }) => `${at} (from ${from}): ${fault}`)).toEqual([])
        expect(visited.length, visited.join(' ')).toBeGreaterThanOrEqual(pagesMin)
      } finally {
        await browser.close()
      }
    },
    patienceMs,
  )

  it.each([
    { what: 'a cited passage stays where it is', username: 'ingrid', open: readWithLateAnswers },
    { what: 'the lists of Master Admin stay', username: 'operator', open: listsWithLateAnswers },
    {
      what: 'dashboard and analytics show where their parts come, and do not move them',
      username: 'ingrid',
      open: overviewsWithLateAnswers,
    },
  ])(
    '$what, whichever answer comes late',
    async ({ username, open }) => {
      const { address, logins } = portal()
      const browser = await openBrowserAs(loginOf({ logins }, username), { address, width: 320 })
      try {
        await open(browser, address)
      } finally {
        await browser.close()
      }
    },
    patienceMs,
  )
})
