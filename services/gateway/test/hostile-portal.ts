import type { AuthToken } from '@portal/contracts/gateway'
import { passportHeader } from '@portal/contracts/passport'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { json } from './fixed-service.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

/** What a service responds to the person named by the gateway: it must never reach anyone else. */
export const secretOf = (personId: string) => `secret-of-${personId}`

/**
 * A gateway with an attacker and a victim, both logged in, before services that tell a person their
 * secret.
 */
export interface HostilePortal extends AsyncDisposable {
  readonly portal: GatewayUnderTest
  readonly mallory: CookieFetch
  readonly victim: CookieFetch
}

/** Starts it with this clock. Limits are wide: what is refused here is refused for what it is. */
export async function startHostilePortal(now: () => number = Date.now): Promise<HostilePortal> {
  const portal = await startGatewayUnderTest({ RATE_LOGIN: '6000/6000', RATE_TOKEN: '600/600' }, now)
  for (const service of [portal.documents, portal.chat, portal.team]) {
    const usual = service.respond
    service.respond = (incoming, outgoing) => {
      if (incoming.url?.startsWith('/internal/')) return usual(incoming, outgoing)
      incoming.resume()
      const { sub = '' } = decodeJwt(String(incoming.headers[passportHeader]))
      json(outgoing, { secret: secretOf(sub) })
    }
  }
  for (const username of ['mallory', 'victim']) await portal.addPerson(username)
  return {
    portal,
    mallory: await portal.signIn('mallory'),
    victim: await portal.signIn('victim'),
    [Symbol.asyncDispose]: () => portal[Symbol.asyncDispose](),
  }
}

/** Headers of a write by our own page. */
export const ownPage = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** A token of the person who is logged in in this browser. */
export async function mintToken(browser: CookieFetch): Promise<AuthToken> {
  const response = await browser('/api/auth/token', { method: 'POST', body: '{}', headers: ownPage })
  expect(response.status).toBe(201)
  return (await response.json()) as AuthToken
}

const redirectsMax = 10

/**
 * Follows a response to its end: never in circles, never out of the portal, never into a 5xx, never
 * to a secret. Answers its last status.
 */
export async function settle(
  { portal }: Pick<HostilePortal, 'portal'>,
  browser: CookieFetch,
  answer: Response,
): Promise<number> {
  const seen = new Set<string>()
  let last = answer
  while (last.headers.has('location')) {
    const address = new URL(last.headers.get('location') ?? '', portal.origin)
    expect(address.origin, 'origin of a redirect').toBe(portal.origin)
    expect(seen, 'redirects in circles').not.toContain(address.href)
    seen.add(address.href)
    expect(seen.size, 'redirects').toBeLessThanOrEqual(redirectsMax)
    last = await browser(address)
  }
  expect(await last.text()).not.toContain(secretOf(''))
  expect(last.status).toBeLessThan(500)
  return last.status
}
