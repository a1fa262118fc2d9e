import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let portal: GatewayUnderTest
let aheadMs = 0

beforeAll(async () => {
  portal = await startGatewayUnderTest({}, () => Date.now() + aheadMs)
  await portal.addPerson('ada')
  await portal.addPerson('grace')
})
afterAll(() => portal[Symbol.asyncDispose]())

const statusOf = async (browser: CookieFetch) => (await browser('/api/auth/user')).status
const signedInPerson = async (browser: CookieFetch) => {
  const session = (await (await browser('/api/session')).json()) as { person: { id: string } | null }
  return session.person?.id ?? null
}

it('a session that is not used for thirty minutes is over; each use begins them anew', async () => {
  const browser = await portal.signIn('ada')
  for (let use = 0; use < 3; use += 1) {
    aheadMs += 25 * minuteMs
    expect(await statusOf(browser)).toBe(200)
  }
  aheadMs += 30 * minuteMs
  for (let use = 0; use < 3; use += 1) expect(await statusOf(browser)).toBe(401)
  expect(await signedInPerson(browser)).toBeNull()
})

it('a session ends twelve hours after its login, however much it is used', async () => {
  const browser = await portal.signIn('grace')
  const signedInAtMs = aheadMs
  while (aheadMs < signedInAtMs + 12 * hourMs - 20 * minuteMs) {
    aheadMs += 19 * minuteMs
    expect(await statusOf(browser)).toBe(200)
  }
  aheadMs = signedInAtMs + 12 * hourMs - 5 * minuteMs
  expect(await statusOf(browser)).toBe(200)
  aheadMs = signedInAtMs + 12 * hourMs
  expect(await statusOf(browser)).toBe(401)
  expect(await signedInPerson(browser)).toBeNull()
})
