import { disturb } from '@portal/testkit/engines'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type PortalOnKeycloak, personOf, startPortalOnKeycloak } from './portal-on-keycloak.fixture.ts'

let portal: PortalOnKeycloak
/** Keycloak takes up to a minute to start on a busy machine. */
const timeout = 300_000
/** A freshly started Keycloak is slow for a while; what matters is that nothing needs a restart. */
const afterRestart = { timeout: 120_000, interval: 500 }

beforeAll(async () => {
  portal = await startPortalOnKeycloak()
  await portal.addPerson('ada')
})
afterAll(async () => {
  await disturb('keycloak', 'start')
  await portal[Symbol.asyncDispose]()
})

const refreshDue = () =>
  portal.gatewayDatabase.platformTx((db) =>
    db.execute(`update sessions set refresh_at = now() - interval '1 hour'`),
  )

it('Keycloak away: who is logged in works on, login explains itself and leads nowhere, and afterwards nothing needs a restart', {
  timeout,
}, async () => {
  const browse = await portal.signIn('ada')
  await disturb('keycloak', 'stop')
  await refreshDue()
  for (let request = 0; request < 20; request += 1) expect(await personOf(browse)).not.toBeNull()

  // The gateway has cached the endpoints, so the visitor is redirected once and reads why login
  // fails.
  const visitor = portal.elsewhere.newBrowser()
  const login = await visitor('/api/login')
  const page = await visitor(login.headers.get('location') ?? '')
  expect([page.status, page.headers.get('location')]).toEqual([503, null])
  expect(page.headers.get('retry-after')).not.toBeNull()
  expect(await page.text()).toContain('Logging in is not possible right now')
  const status = await visitor('/api/status')
  expect(await status.json()).toMatchObject({
    parts: expect.arrayContaining([
      expect.objectContaining({
        name: 'sign-in',
        state: 'unavailable',
        detail: 'The identity provider does not answer.',
      }),
    ]),
  })
  await expect(portal.admin.findSubject('ada')).rejects.toThrow('Keycloak does not answer.')
  await expect(portal.admin.check()).rejects.toThrow('Keycloak does not answer.')

  // A fresh gateway has not, and says the same at once.
  await portal.restartGateway()
  const answer = await visitor('/api/login')
  expect([answer.status, answer.headers.get('location')]).toEqual([503, null])
  expect(await personOf(browse)).not.toBeNull()

  await disturb('keycloak', 'start')
  await vi.waitFor(() => portal.signIn('ada'), afterRestart)
  await vi.waitFor(async () => expect(await portal.admin.findSubject('ada')).not.toBeNull(), afterRestart)
  expect(await personOf(browse)).not.toBeNull()
})

it('a session that was there before Keycloak went away is refreshed after it is back', {
  timeout,
}, async () => {
  const browse = await portal.signIn('ada')
  await disturb('keycloak', 'stop')
  await disturb('keycloak', 'start')
  const stored = async () =>
    JSON.stringify(
      await portal.gatewayDatabase.platformTx((db) =>
        db.execute('select sealed_refresh_token from sessions order by created_at desc limit 1'),
      ),
    )
  const before = await stored()
  await refreshDue()
  await portal.restartGateway()
  await vi.waitFor(async () => {
    expect(await personOf(browse)).not.toBeNull()
    expect(await stored()).not.toBe(before)
  }, afterRestart)
  await refreshDue()
  await portal.restartGateway()
  expect(await personOf(browse)).not.toBeNull()
})
