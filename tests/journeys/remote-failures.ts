import type { TestPage } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { describe, expect, it } from 'vitest'
import { loginOf, type StartedPortal } from './journey-portal.ts'
import { faults } from './remote-faults.ts'
import { expectAccessible, openTab, type Tab } from './tab.ts'

/** From the first request for one of the remote's files to a readable fallback. */
const fallbackWithinMs = 5000

/** A failing remote affects nothing else and recovers without a reload. Breaks the library. */
export function describeRemoteFailures(portal: () => StartedPortal): void {
  describe('a remote that fails', () => {
    it.each(Object.entries(faults))(
      '%s: a fallback within 5 s, the others work, and Try again brings it back without a reload',
      async (_what, breakRemote) => {
        const tab = await openTab()
        try {
          await signInAtAssistant(tab, portal())
          const repair = await breakRemote({ page: tab.page, name: 'documents', ...portal() })
          try {
            await expectFallback(tab.page, `${portal().address}/documents`)
            await goElsewhereAndBack(tab.page)
          } finally {
            await repair()
          }
          await tab.page.getByRole('button', { name: 'Try again' }).click()
          await tab.page.getByRole('article').first().waitFor()
          expect(await tab.page.evaluate('window.isStillThisPage')).toBe(true)
        } finally {
          await tab.close()
        }
      },
    )
  })
}

async function signInAtAssistant({ page }: Tab, portal: StartedPortal): Promise<void> {
  const { address } = portal
  await signInOnPage(page, { address, ...loginOf(portal, 'tomas'), returnTo: '/chat' })
  await page.getByLabel('Your question').waitFor()
}

/** Opens the remote's page and measures, by the browser's clock, how long the fallback took. */
async function expectFallback(page: TestPage, address: string): Promise<void> {
  await page.addInitScript(noteFallback)
  const asked = page.waitForRequest('**/remotes/documents/**').then(() => Date.now())
  const [askedAt] = await Promise.all([asked, page.goto(address)])
  await page.getByRole('heading', { name: 'Document Library could not be loaded' }).waitFor()
  const shownAt = await page.evaluate<number>('window.fallbackAt')
  expect(shownAt - askedAt).toBeLessThan(fallbackWithinMs)
  await expectAccessible(page)
}

/** Records when the fallback's heading appears. As text, for the browser. */
const noteFallback = `new MutationObserver(() => {
  window.fallbackAt ??= document.querySelector('[role=alert] h1') ? performance.timeOrigin + performance.now() : undefined
}).observe(document, { childList: true, subtree: true })`

async function goElsewhereAndBack(page: TestPage): Promise<void> {
  await page.evaluate('window.isStillThisPage = true')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'AI Assistant' }).click()
  await page.getByLabel('Your question').waitFor()
  await main.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('heading', { name: 'Document Library could not be loaded' }).waitFor()
}
