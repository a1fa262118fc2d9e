import type { EventEnvelope } from '@portal/contracts/events'
import { AuthToken } from '@portal/contracts/gateway'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest
let ada: Awaited<ReturnType<GatewayUnderTest['signIn']>>
const published: EventEnvelope[] = []

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  await portal.addPerson('ada')
  await portal.addPerson('bob')
  ada = await portal.signIn('ada')
  const handle = async (envelope: EventEnvelope) => void published.push(envelope)
  await portal.bus.subscribe({ group: 'watcher', topics: ['gateway'], handle })
})
afterAll(() => portal[Symbol.asyncDispose]())

const patience = { timeout: 45_000, interval: 20 }
const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const denials = () =>
  published
    .filter(({ type }) => type === 'access.denied')
    .map(({ actorid, organizationid, subject, data }) => [actorid, organizationid, subject, data.code])

it('what the gateway refuses by itself is told: cross-site writes, tokens that go too far, credentials of two people, refused logins; not what it could not find out', async () => {
  await portal.team.stop()
  await expect(portal.signIn('bob')).rejects.toMatchObject({ status: 503 })
  await portal.team.listen()
  expect(
    (await ada('/api/documents/1', { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } })).status,
  ).toBe(403)
  const minted = await ada('/api/auth/token', { method: 'POST', headers: own, body: '{}' })
  const { token } = AuthToken.parse(await minted.json())
  const authorization = `Bearer ${token}`
  expect(
    (await portal.browser()('/api/documents/1', { method: 'DELETE', headers: { authorization } })).status,
  ).toBe(403)
  const bob = await portal.signIn('bob')
  expect((await bob('/api/documents', { headers: { authorization } })).status).toBe(401)
  expect((await portal.browser()('/api/callback?state=another-browsers&code=x')).status).toBe(400)
  const refused = [
    ['person-ada', 7, 'DELETE /api/documents/{id}', 'cross_site'],
    ['person-ada', 7, 'DELETE /api/documents/{id}', 'forbidden'],
    ['person-bob', undefined, 'credentials', 'credential_conflict'],
    [undefined, undefined, 'GET /api/callback', 'login_refused'],
  ]
  // Different subjects have different keys, and events are ordered per key alone.
  await vi.waitFor(() => expect(denials()).toHaveLength(refused.length), patience)
  expect(denials()).toEqual(expect.arrayContaining(refused))
  expect(JSON.stringify(published)).not.toContain(token)
})

it('who logs out has ended the session themselves', async () => {
  const bob = await portal.signIn('bob')
  await bob('/api/logout', { method: 'POST', headers: own, redirect: 'manual' })
  await vi.waitFor(
    () =>
      expect(published.findLast(({ type }) => type === 'session.ended')).toMatchObject({
        actorid: 'person-bob',
        data: { userId: 'person-bob' },
      }),
    patience,
  )
})

it('every write of a person to their own sessions and tokens is recorded: minted, revoked, logged out elsewhere', async () => {
  const bob = await portal.signIn('bob')
  const elsewhere = await portal.signIn('bob')
  const before = published.length
  const mint = async () => {
    const response = await bob('/api/auth/token', { method: 'POST', headers: own, body: '{}' })
    return AuthToken.parse(await response.json()).id
  }
  const remove = (path: string) => bob(path, { method: 'DELETE', headers: own })
  expect((await remove(`/api/auth/sessions/${await mint()}`)).status).toBe(204)
  await mint()
  expect((await remove('/api/auth/sessions')).status).toBe(204)
  expect((await elsewhere('/api/auth/user')).status).toBe(401)
  const recorded = () =>
    published
      .slice(before)
      .filter(({ data }) => data.userId === 'person-bob')
      .map(({ type }) => type)
      .filter((type) => type !== 'session.started')
      .toSorted()
  await vi.waitFor(
    () =>
      expect(recorded()).toEqual(
        expect.arrayContaining([
          'session.ended',
          'token.minted',
          'token.minted',
          'token.revoked',
          'token.revoked',
        ]),
      ),
    patience,
  )
})
