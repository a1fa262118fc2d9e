import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest
let aheadMs = 0

beforeAll(async () => {
  portal = await startGatewayUnderTest({}, () => Date.now() + aheadMs)
  await portal.addPerson('ada')
})
afterAll(() => portal[Symbol.asyncDispose]())

it('with the provider away for twenty minutes, signed-in people work on, login explains itself, and logout still ends the session', async () => {
  const browser = await portal.signIn('ada')
  await portal.provider.stop()
  // Each step makes a refresh due, to which the provider does not respond.
  for (let minutes = 0; minutes < 20; minutes += 5) {
    aheadMs += 5 * 60_000
    expect((await browser('/api/auth/user')).status).toBe(200)
    expect((await browser('/api/auth/user')).status).toBe(200)
  }
  await portal.restart()
  expect((await browser('/api/auth/user')).status).toBe(200)
  expect(portal.logLines.join('')).toContain('provider away, sessions go on')

  const login = await portal.browser()('/api/login')
  expect(login.status).toBe(503)
  expect(login.headers.get('location')).toBeNull()
  expect(Number(login.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await login.text()).toContain('Logging in is not possible right now')

  const logout = await browser('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(logout.headers.get('location')).toBe('/')
  expect((await browser('/api/auth/user')).status).toBe(401)
})

it('who is sent to the provider while that is away reads why, and is sent nowhere else', async () => {
  await using own = await startGatewayUnderTest()
  await own.addPerson('ada')
  // The gateway has learnt where the provider's pages are, so it goes on sending people there.
  await own.signIn('ada')
  await own.provider.stop()
  const visitor = own.browser()
  const login = await visitor('/api/login')
  const page = await visitor(login.headers.get('location') ?? '')
  expect([page.status, page.headers.get('location')]).toEqual([503, null])
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await page.text()).toContain('Logging in is not possible right now')
  const file = await visitor('/oidc/assets/style.css', { headers: { accept: 'text/css' } })
  expect(await file.json()).toMatchObject({ code: 'upstream_unavailable' })
})

it('who comes back from the provider while team is away reads that it can be tried again', async () => {
  await using own = await startGatewayUnderTest()
  await own.addPerson('ada')
  await own.team.stop()
  await expect(own.signIn('ada')).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('Logging in is not possible right now'),
  })
  await own.team.listen()
  await eventually(async () => expect((await (await own.signIn('ada'))('/api/auth/user')).status).toBe(200))
})
