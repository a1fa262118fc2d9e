import { accessibilityViolations } from '@portal/testkit/accessibility'
import { type BrowserLook, openBrowser, type TestPage } from '@portal/testkit/browser'
import { expect } from 'vitest'

/** Somebody's browser with one tab open at the portal. */
export interface Tab {
  readonly page: TestPage
  /** What the page has complained of: thrown errors, and what its content security policy refused. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens a browser of its own profile. */
export async function openTab(look?: BrowserLook): Promise<Tab> {
  const browser = await openBrowser(look)
  const page = await browser.context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (/content security policy/i.test(text)) complaints.push(`${message.location().url}: ${text}`)
  })
  return { page, complaints, close: () => browser.close() }
}

/** Axe finds nothing on the page as it stands, light and dark, and nothing scrolls sideways. `ignored` names rules that do not apply to it. */
export async function expectAccessible(page: TestPage, ignored: readonly string[] = []): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const violations = (await accessibilityViolations(page)).filter(({ rule }) => !ignored.includes(rule))
    expect(violations, `${colorScheme} ${page.url()}`).toEqual([])
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), page.url()).toBe(true)
}

/** Where a page is and what it says to somebody who cannot see it, for the one who has to find out why a test of it fails. */
export async function pageInWords(page: TestPage): Promise<string> {
  const words = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => `cannot be read: ${error instanceof Error ? error.message : error}`)
  return `${page.url()}\n${words}`
}
