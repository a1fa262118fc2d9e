import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { openLoginPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty
let subject: string

const password = 'seven-quiet-harbours'

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  const names = { firstName: 'Mariam', lastName: 'الأنصاري' }
  const account = { username: 'Mariam', email: 'mariam@halden.example', ...names, password }
  ;({ subject } = await admin.createAccount(account))
})

beforeEach(async () => {
  await portal.execute('delete from attempts')
})

afterAll(async () => portal[Symbol.asyncDispose]())

async function attempt(
  answers: { username: string; password: string },
  { ip = '127.0.0.1', browser = gateway.newBrowser() } = {},
) {
  const page = await openLoginPage(gateway, browser)
  const response = await page.submit(answers, { 'x-forwarded-for': ip })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

function leavingWith(signal: AbortSignal): CookieFetch {
  const stays = gateway.newBrowser()
  const leaves = (address: string | URL, init?: RequestInit) => stays(address, { ...init, signal })
  return Object.assign(leaves, { cookiesFor: stays.cookiesFor })
}

it('a person logs in by user name or e-mail, whatever the case, and the ID token says who they are', async () => {
  for (const username of ['mariam', ' MARIAM@halden.example ']) {
    const tokens = await gateway.signIn(gateway.newBrowser(), { username, password })
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
      iss: portal.issuer,
      aud: 'portal-gateway',
      sub: subject,
      preferred_username: 'Mariam',
      email: 'mariam@halden.example',
      email_verified: true,
      given_name: 'Mariam',
      family_name: 'الأنصاري',
    })
    expect(tokens.refresh_token).toBeTypeOf('string')
  }
})

it('a wrong password and an unknown name get the same answer, which keeps the name and not the password', async () => {
  const wrong = await attempt({ username: 'mariam', password: 'a-wrong-password' })
  const unknown = await attempt({ username: 'nobody', password: 'a-wrong-password' })
  for (const answer of [wrong, unknown]) {
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('The e-mail, user name or password is not right.')
    expect(answer.text).not.toContain('a-wrong-password')
  }
  expect(wrong.text).toContain('value="mariam"')
})

it('an empty form says beside each field what is missing, and the first wrong field has the focus', async () => {
  const { status, text } = await attempt({ username: ' ', password: '' })
  expect(status).toBe(422)
  expect(text).toContain('id="username-error">Enter your e-mail or user name.')
  expect(text).toContain('id="password-error">Enter your password.')
  expect(text).toMatch(/id="username"[^>]* autofocus aria-invalid="true" aria-describedby="username-error"/)
  expect(text.match(/autofocus/g)).toHaveLength(1)
})

it('the suggested login name is filled in', async () => {
  const browser = gateway.newBrowser()
  const { url } = await gateway.begin({ login_hint: '"><img src=x onerror=1>' })
  const page = await browser(new URL((await browser(url)).headers.get('location') ?? '', url))
  expect(await page.text()).toContain('value="&#34;&#62;&#60;img src=x onerror=1&#62;"')
})

it('after ten wrong passwords an account pauses at that address, however it is named, for the right password too, and parallel guesses do not slip through', async () => {
  const names = ['mariam', 'mariam@halden.example', 'MARIAM', ' Mariam@halden.example']
  const statuses: number[] = []
  for (let batch = 0; batch < 3; batch += 1) {
    const guesses = names.map((username) => attempt({ username, password: `wrong-password-${batch}` }))
    statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
  }
  expect(statuses.toSorted()).toEqual([...Array(10).fill(401), 429, 429])

  const right = await attempt({ username: 'MARIAM', password })
  expect(right.status).toBe(429)
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(right.text).toMatch(/Try again in \d+ seconds\./)

  await portal.execute(`update attempts set blocked_until = now() - interval '1 second'`)
  expect((await attempt({ username: 'mariam', password })).status).toBe(303)
  expect(await portal.execute(`select * from attempts where key like 'account:%@%'`)).toEqual([])
})

it('guesses from anywhere only delay a stranger, by seconds that the page announces', async () => {
  for (let i = 0; i < 10; i += 1) {
    const { text } = await attempt(
      { username: 'mariam', password: 'a-wrong-password' },
      { ip: `10.0.0.${i}` },
    )
    expect(text).not.toContain('takes a few seconds')
  }
  const eleventh = await attempt({ username: 'mariam', password: 'a-wrong-password' }, { ip: '10.0.1.1' })
  expect(eleventh.status).toBe(401)
  expect(eleventh.text).toContain('checking the next one takes a few seconds')
  const since = performance.now()
  const email = 'mariam@halden.example'
  expect((await attempt({ username: email, password }, { ip: '10.0.1.2' })).status).toBe(303)
  expect(performance.now() - since).toBeGreaterThan(1900)
})

it('a browser that has logged in before is neither stopped nor delayed by strangers, at its own address either', async () => {
  const browser = gateway.newBrowser()
  expect((await attempt({ username: 'mariam', password }, { browser })).status).toBe(303)
  for (let i = 0; i < 12; i += 1) await attempt({ username: 'mariam', password: 'a-wrong-password' })
  expect((await attempt({ username: 'mariam', password })).status).toBe(429)
  expect((await attempt({ username: 'mariam@halden.example', password }, { browser })).status).toBe(303)
})

it("another account's browser, or a signature of one's own making, is a stranger's", async () => {
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  await admin.createAccount({ username: 'mallory', email: 'mallory@halden.example', password })
  const browser = gateway.newBrowser()
  await attempt({ username: 'mallory', password }, { browser })
  const known = browser.cookiesFor('/oidc/interaction/x').get('__Secure-portal_browsers') ?? ''
  const [nonce] = known.split('.')
  for (let i = 0; i < 10; i += 1) await attempt({ username: 'mariam', password: 'wrong' }, { browser })
  expect((await attempt({ username: 'mariam', password }, { browser })).status).toBe(429)
  const page = await openLoginPage(gateway, gateway.newBrowser())
  const cookie = `__Secure-portal_browsers=${nonce}.${'A'.repeat(43)}`
  expect((await page.submit({ username: 'mariam', password }, { cookie })).status).not.toBe(303)
})

it('a known browser has ten attempts of its own', async () => {
  const browser = gateway.newBrowser()
  await attempt({ username: 'mariam', password }, { browser })
  for (let i = 0; i < 10; i += 1)
    expect(
      (await attempt({ username: 'mariam', password: 'wrong' }, { browser, ip: `10.0.2.${i}` })).status,
    ).toBe(401)
  expect((await attempt({ username: 'mariam', password }, { browser, ip: '10.0.3.1' })).status).toBe(429)
  expect((await attempt({ username: 'mariam', password }, { ip: '10.0.3.2' })).status).toBe(303)
})

it('after fifty wrong attempts an address pauses for every account, and a success of its own does not free it', async () => {
  for (let i = 0; i < 25; i += 1) await attempt({ username: `guess${i}`, password })
  expect((await attempt({ username: 'mariam', password })).status).toBe(303)
  for (let i = 25; i < 50; i += 1) await attempt({ username: `guess${i}`, password })
  expect((await attempt({ username: 'mariam', password })).status).toBe(429)
})

it('attempts whose browsers have left hold no place and do not count, and lift no pause that others have earned', async () => {
  await attempt({ username: 'mariam', password: 'wrong' })
  const ofAccount = `key like 'account:%' and key not like '%@%'`
  // Each further one waits four seconds.
  await portal.execute(`update attempts set failures = 20 where ${ofAccount}`)
  const counted = async () => (await portal.execute(`select failures from attempts where ${ofAccount}`))[0]
  const leaving = new AbortController()
  const left = ['10.0.5.1', '10.0.5.2', '10.0.5.3', '10.0.5.4'].map(async (ip) => {
    const page = await openLoginPage(gateway, leavingWith(leaving.signal))
    const guess = { username: 'mariam', password: 'wrong' }
    await page.submit(guess, { 'x-forwarded-for': ip }).catch(() => 'left')
  })
  await expect.poll(counted).toEqual({ failures: 24 })
  await portal.execute(
    `update attempts set failures = 11, blocked_until = now() + interval '1 minute' where key like '%@10.0.5.1'`,
  )
  leaving.abort()
  await Promise.all(left)
  await expect.poll(counted).toEqual({ failures: 20 })
  expect((await attempt({ username: 'mariam', password }, { ip: '10.0.5.1' })).status).toBe(429)
  expect((await attempt({ username: 'mariam', password }, { ip: '10.0.5.2' })).status).toBe(303)
})

it('an unknown name pauses like a known one', async () => {
  for (let i = 0; i < 10; i += 1) {
    await attempt({ username: 'nobody', password })
  }
  expect((await attempt({ username: 'nobody', password })).status).toBe(429)
})

it('only the right password reveals that an account is disabled', async () => {
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  await admin.disable(subject)
  try {
    expect((await attempt({ username: 'mariam', password: 'a-wrong-password' })).status).toBe(401)
    const { status, text } = await attempt({ username: 'mariam', password })
    expect(status).toBe(403)
    expect(text).toContain('This account has been disabled.')
  } finally {
    await admin.enable(subject)
  }
})
