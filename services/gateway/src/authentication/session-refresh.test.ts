import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { type RefreshCounter, startRefreshCounter } from '@portal/testkit/identity/refresh-counter'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { createSeal } from '../secrets/seal.ts'

let portal: GatewayUnderTest
let counter: RefreshCounter
const tabs = Array.from({ length: 10 })

beforeAll(async () => {
  counter = await startRefreshCounter(() => portal.provider.url)
  portal = await startGatewayUnderTest({ OIDC_INTERNAL_ORIGIN: counter.origin })
  for (const name of ['ada', 'grace', 'joan', 'mary', 'edith']) await portal.addPerson(name)
})
afterAll(async () => {
  await portal[Symbol.asyncDispose]()
  await counter[Symbol.asyncDispose]()
})

const isSignedIn = async (browser: CookieFetch) => (await browser('/api/auth/user')).status === 200

/** The next request of every session finds its refresh due. */
async function makeRefreshDue(): Promise<void> {
  await portal.database.platformTx((db) =>
    db.execute(`update sessions set refresh_at = now() - interval '1 hour'`),
  )
  await portal.restart()
}

async function storedToken(personId: string): Promise<string | undefined> {
  const [row] = await portal.database.platformTx((db) =>
    db.execute<{ token: string }>(
      `select sealed_refresh_token as token from sessions where person_id = '${personId}'`,
    ),
  )
  return row?.token
}

async function isClaimedAndUnsent(personId: string): Promise<boolean | undefined> {
  const [row] = await portal.database.platformTx((db) =>
    db.execute<{ is: boolean }>(
      `select refresh_at > now() and refresh_sent_at is null as is from sessions where person_id = '${personId}'`,
    ),
  )
  return row?.is
}

/** The status of a request that a replica gets, under the portal's public name. */
function ask(url: string, cookie: string): Promise<number> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const headers = { cookie, host: `127.0.0.1:${portal.port}` }
    request({ host: '127.0.0.1', port, path: '/api/auth/user', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

it('ten tabs whose tokens have expired: one refresh at the provider, and nobody is logged out', async () => {
  const browser = await portal.signIn('ada')
  for (let round = 0; round < 3; round += 1) {
    const [before, stored] = [counter.count(), await storedToken('person-ada')]
    await makeRefreshDue()
    const letGo = counter.hold()
    expect(await Promise.all(tabs.map(() => isSignedIn(browser)))).not.toContain(false)
    await eventually(() => expect(counter.count()).toBe(before + 1))
    // Also while the provider takes its time, and after it has answered.
    expect(await Promise.all(tabs.map(() => isSignedIn(browser)))).not.toContain(false)
    letGo()
    await eventually(async () => expect(await storedToken('person-ada')).not.toBe(stored))
    expect(await Promise.all(tabs.map(() => isSignedIn(browser)))).not.toContain(false)
    expect(counter.count()).toBe(before + 1)
  }
})

it('ten tabs over two replicas: one refresh at the provider, and nobody is logged out', async () => {
  const browser = await portal.signIn('grace')
  const cookie = [...browser.cookiesFor('/')].map((pair) => pair.join('=')).join('; ')
  const [before, stored] = [counter.count(), await storedToken('person-grace')]
  await makeRefreshDue()
  await using replica = await portal.startReplica()
  const urls = [portal.gateway.url, replica.url]
  const statuses = await Promise.all(tabs.map((_, tab) => ask(urls[tab % 2] ?? '', cookie)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await eventually(async () => expect(await storedToken('person-grace')).not.toBe(stored))
  expect(await isSignedIn(browser)).toBe(true)
  expect(counter.count()).toBe(before + 1)
})

it('a provider that was away can still end the session when it is back', async () => {
  const browser = await portal.signIn('mary')
  const comeBack = await counter.leave()
  await makeRefreshDue()
  expect(await isSignedIn(browser)).toBe(true)
  await eventually(async () => expect(await isClaimedAndUnsent('person-mary')).toBe(true))
  await comeBack()
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  await admin.disable((await admin.findSubject('mary')) ?? '')
  await makeRefreshDue()
  await eventually(async () => expect(await isSignedIn(browser)).toBe(false))
})

/** Resolves once the provider was asked on behalf of a request, and what it said was stored. */
async function refreshed(browser: CookieFetch, isStored: () => Promise<boolean>): Promise<void> {
  const before = counter.count()
  await makeRefreshDue()
  expect(await isSignedIn(browser)).toBe(true)
  await eventually(async () => {
    expect(counter.count()).toBe(before + 1)
    expect(await isStored()).toBe(true)
  })
}

it('a provider whose answer is lost once logs nobody out', async () => {
  const browser = await portal.signIn('joan')
  const stored = await storedToken('person-joan')
  counter.loseNext()
  await refreshed(browser, async () => (await storedToken('person-joan')) === stored)
  // It refuses a token that was used before, which says nothing about the person.
  await refreshed(browser, async () => (await storedToken('person-joan')) === null)
  expect(await isSignedIn(browser)).toBe(true)
  const before = counter.count()
  await makeRefreshDue()
  expect(await isSignedIn(browser)).toBe(true)
  expect(counter.count()).toBe(before)
})

it('a session whose token was sealed with a secret that counts no more ends when the provider is to be asked', async () => {
  const browser = await portal.signIn('edith')
  const sealed = createSeal([randomBytes(32)], 'sessions').seal('a token')
  await portal.database.platformTx((db) =>
    db.execute(`update sessions set sealed_refresh_token = '${sealed}' where person_id = 'person-edith'`),
  )
  await makeRefreshDue()
  await eventually(async () => expect(await isSignedIn(browser)).toBe(false))
})
