import { accessibilityViolations } from '@portal/testkit/accessibility'
import { type BrowserLook, openBrowser, type TestPage } from '@portal/testkit/browser'
import { expect } from 'vitest'

/** A browser with one tab open at the portal. */
export interface Tab {
  readonly page: TestPage
  /** Errors thrown in the page, and violations of its content security policy. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens a browser with its own profile. */
export async function openTab(look?: BrowserLook): Promise<Tab> {
  const browser = await openBrowser(look)
  const complaints: string[] = []
  // Of every tab: pages open further ones.
  browser.context.on('page', (page) => {
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      const text = message.text()
      if (/content security policy/i.test(text)) complaints.push(`${message.location().url}: ${text}`)
    })
  })
  const page = await browser.context.newPage()
  return { page, complaints, close: () => browser.close() }
}

let isAskedOfAxe = (_address: string): boolean => true

/**
 * For journeys that one-process.journey.ts takes too: the portal's pages are the same in every
 * composition, and axe has judged them there. Only Keycloak's pages are still asked about.
 */
export function leavePortalPagesToOneProcess(): void {
  isAskedOfAxe = (address) => new URL(address).pathname.startsWith('/auth/')
}

/** Axe finds nothing in light and dark, whose colours differ; nothing scrolls sideways. */
export async function expectAccessible(page: TestPage): Promise<void> {
  if (isAskedOfAxe(page.url())) await expectNothingFoundByAxe(page)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), page.url()).toBe(true)
}

async function expectNothingFoundByAxe(page: TestPage): Promise<void> {
  for (const [colorScheme, about] of [
    ['dark', 'colours'],
    ['light', 'everything'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const violations = await accessibilityViolations(page, about)
    expect(violations, `${colorScheme} ${page.url()}`).toEqual([])
  }
}

/** The page's address and accessible content, for failure messages. */
export async function pageInWords(page: TestPage): Promise<string> {
  const words = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => `cannot be read: ${error instanceof Error ? error.message : error}`)
  return `${page.url()}\n${words}`
}
