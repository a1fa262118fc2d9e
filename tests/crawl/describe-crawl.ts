import { describe, expect, it } from 'vitest'
import { type JourneyPortal, loginOf } from '../journeys/journey-portal.ts'
import { crawl } from './crawl.ts'
import { openBrowserAs } from './open-browser-as.ts'

/** Each principal once; widths and themes are shared out among them. */
const orders = [
  { name: 'a visitor', username: null, width: 390, theme: 'light', pagesMin: 8 },
  { name: 'somebody without an organization', username: 'noor', width: 768, theme: 'dark', pagesMin: 2 },
  { name: 'an admin', username: 'ingrid', width: 1440, theme: 'dark', pagesMin: 15 },
  { name: 'a facilitator', username: 'tomas', width: 768, theme: 'light', pagesMin: 12 },
  { name: 'a manager', username: 'amara', width: 390, theme: 'dark', pagesMin: 8 },
  { name: 'an employee', username: 'jonas', width: 1440, theme: 'light', pagesMin: 6 },
  { name: 'the operator', username: 'operator', width: 390, theme: 'light', pagesMin: 3 },
] as const

/**
 * The short form of `npm run crawl`: opens every page that links lead to, presses nothing. Before
 * the journeys that change what the principals see.
 */
export function describeCrawl(portal: () => JourneyPortal): void {
  describe('no page is dead, complains, moves while it loads, cuts texts off or fails axe', () => {
    it.each(orders)('$name, $width px wide, $theme', async ({ username, width, theme, pagesMin }) => {
      const { address, logins } = portal()
      const login = username === null ? null : loginOf({ logins }, username)
      const browser = await openBrowserAs(login, { address, width })
      try {
        const { visited, findings } = await crawl(browser, { address, themes: [theme], pressed: null })
        expect(findings.map(({ at, from, fault }) => `${at} (from ${from}): ${fault}`)).toEqual([])
        expect(visited.length, visited.join(' ')).toBeGreaterThanOrEqual(pagesMin)
      } finally {
        await browser.close()
      }
    })
  })
}
