import { type Client, createClient } from '@portal/contracts/client'
import type { TestPage } from '@portal/testkit/browser'

/** The API as the person who is logged in on the page. */
export async function clientOfPage(page: TestPage, address = page.url()): Promise<Client> {
  const { origin } = new URL(address)
  const cookies = await page.context().cookies(origin)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return createClient({ baseUrl: origin, headers: () => ({ cookie, origin }) })
}
