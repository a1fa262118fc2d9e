import { openBrowser, type TestBrowser } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'

export interface BrowserOf {
  readonly address: string
  readonly width: number
}

/** A browser of this width in which the person is logged in; of a visitor without a login. */
export async function openBrowserAs(
  login: { readonly username: string; readonly password: string } | null,
  { address, width }: BrowserOf,
): Promise<TestBrowser> {
  const browser = await openBrowser({ width, height: 900 })
  if (!login) return browser
  try {
    const page = await browser.context.newPage()
    const { username, password } = login
    // Everybody has this page, wherever their start page leads.
    await signInOnPage(page, { address, username, password, returnTo: '/terms' })
    await page.close()
    return browser
  } catch (error) {
    await browser.close()
    throw error
  }
}
