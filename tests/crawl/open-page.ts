import type { TestPage } from '@portal/testkit/browser'
import { settled } from '../screens/photograph.ts'

/**
 * Opens an address as a fresh load; false if nothing is there. Once more if it was aborted: a layer
 * that was just closed takes its entry of the history along, a moment later.
 */
export async function open(page: TestPage, address: string, path: string): Promise<boolean> {
  const go = () => page.goto(`${address}${path}`)
  const response = await go().catch((error: unknown) => {
    if (String(error).includes('ERR_ABORTED')) return go()
    throw error
  })
  await settled(page)
  const isError = await page.getByRole('heading', { name: /^(Page Not Found|Something went wrong)$/ }).count()
  return (response?.ok() ?? false) && isError === 0
}

/**
 * Hrefs of the links in the drawer, which hides them on phones. It stays open: closing it steps
 * back in the history, which would abort the opening of another page.
 */
export async function drawerLinksOf(page: TestPage): Promise<string[]> {
  const button = page.getByRole('button', { name: 'Open menu' })
  if (!(await button.isVisible())) return []
  await button.click()
  await page.getByRole('dialog').waitFor()
  return linksOf(page)
}

/** Hrefs of all links that are shown. */
export function linksOf(page: TestPage): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('a[href]')]
    .filter((link) => link.checkVisibility())
    .map((link) => link.href)`)
}
