import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { signIn } from '@portal/testkit/sign-in'
import { type JourneyPortal, loginOf } from '../../journeys/journey-portal.ts'

/** A portal under attack, with its people signed in. */
export interface DrilledPortal {
  readonly address: string
  /** Signs a person of the demo in, as their browser would. */
  signIn(username: string): Promise<CookieFetch>
  /** Those who want to work while others attack. */
  readonly others: readonly CookieFetch[]
  /** Has no organization, or founded their own. */
  readonly stranger: CookieFetch
}

/** Signs everybody in. */
export async function openDrilledPortal(portal: JourneyPortal): Promise<DrilledPortal> {
  const { address } = portal
  const enter = (username: string) => signIn({ address, ...loginOf(portal, username) })
  const others: CookieFetch[] = []
  for (const username of ['ingrid', 'amara', 'tomas', 'jonas']) others.push(await enter(username))
  return { address, signIn: enter, others, stranger: await enter('noor') }
}

/** The Cookie header of a person's requests to the portal's API. */
export function cookieOf(browser: CookieFetch): string {
  return [...browser.cookiesFor('/api/')].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Uploads a text; resolves to the response's status. */
export async function uploadText(browser: CookieFetch, text: string): Promise<number> {
  const body = new FormData()
  body.set('title', `Drill ${crypto.randomUUID()}`)
  body.set('file', new Blob([text], { type: 'text/plain' }), 'drill.txt')
  const headers = { accept: 'application/json', 'idempotency-key': crypto.randomUUID() }
  const response = await browser('/api/documents', { method: 'POST', body, headers })
  await response.arrayBuffer()
  return response.status
}
