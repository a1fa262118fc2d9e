import { isPublicPage, RemoteRegistry } from '@portal/contracts/remotes'
import { describe, expect, it } from 'vitest'
import { type JourneyPortal, loginOf } from '../journeys/journey-portal.ts'
import { crawl } from './crawl.ts'
import { openBrowserAs } from './open-browser-as.ts'

/** Each principal once; widths and themes are shared out among them. */
const orders = [
  { name: 'a visitor', username: null, width: 390, theme: 'light', pagesMin: 10 },
  { name: 'somebody without an organization', username: 'noor', width: 768, theme: 'dark', pagesMin: 2 },
  { name: 'an admin', username: 'ingrid', width: 1440, theme: 'dark', pagesMin: 15 },
  { name: 'a facilitator', username: 'tomas', width: 768, theme: 'light', pagesMin: 12 },
  { name: 'a manager', username: 'amara', width: 390, theme: 'dark', pagesMin: 8 },
  { name: 'an employee', username: 'jonas', width: 1440, theme: 'light', pagesMin: 6 },
  { name: 'the operator', username: 'operator', width: 390, theme: 'light', pagesMin: 3 },
] as const

/** Forty pages of a steward, each of which takes some seconds on a busy machine. */
const patienceMs = 600_000

/**
 * The short form of `npm run crawl`: opens every page that links lead to, the public ones as a
 * visitor alone; presses nothing. Before the journeys that change what the principals see.
 */
export function describeCrawl(portal: () => JourneyPortal): void {
  describe('no page is dead, complains, moves while it loads, cuts texts off or fails axe', () => {
    it.each(orders)(
      '$name, $width px wide, $theme',
      async ({ username, width, theme, pagesMin }) => {
        const { address, logins } = portal()
        const login = username === null ? null : loginOf({ logins }, username)
        const seenByVisitor = login ? await publicPaths(address) : []
        const browser = await openBrowserAs(login, { address, width })
        try {
          const { visited, findings } = await crawl(browser, {
            address,
            themes: [theme],
            isSkipped: (path) => seenByVisitor.includes(path),
            pressed: null,
          })
          expect(findings.map(({ at, from, fault }) => `${at} (from ${from}): ${fault}`)).toEqual([])
          expect(visited.length, visited.join(' ')).toBeGreaterThanOrEqual(pagesMin)
        } finally {
          await browser.close()
        }
      },
      patienceMs,
    )
  })
}

async function publicPaths(address: string): Promise<string[]> {
  const { remotes } = RemoteRegistry.parse(await (await fetch(`${address}/remotes.json`)).json())
  return remotes.flatMap(({ routes }) => routes.filter(isPublicPage)).map(({ path }) => path)
}
