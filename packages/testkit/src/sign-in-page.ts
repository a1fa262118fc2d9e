import type { TestPage } from './browser.ts'

/** Who logs in where, and where to go afterwards. */
export interface PageSignIn {
  readonly address: string
  readonly username: string
  readonly password: string
  /** A local path; the home page by default. */
  readonly returnTo?: string
}

/** Logs in on the provider's page. Resolves when the browser is back in the portal. */
export async function signInOnPage(page: TestPage, who: PageSignIn): Promise<void> {
  const { address, username, password, returnTo = '/' } = who
  await page.goto(`${address}/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  await fillSignInForm(page, { username, password })
  await page.waitForURL(`${address}${returnTo}`)
}

/** Fills in and submits the provider's form on the current page. */
export async function fillSignInForm(
  page: TestPage,
  { username, password }: Pick<PageSignIn, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail or user name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
