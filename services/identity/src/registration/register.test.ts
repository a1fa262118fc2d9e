import { openLoginPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { walkSignIn } from '@portal/testkit/sign-in'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { mailboxLimit } from '../login/login-throttle.ts'

let portal: TestIdentityProvider
let gateway: RelyingParty

const person = {
  firstName: 'Zoë',
  lastName: "O'Neill",
  email: 'zoe@halden.example',
  password: 'seven-quiet-harbours',
}

const commonPassword = 'Do not build the password from your name, your address or a common word.'

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
})

afterAll(async () => portal[Symbol.asyncDispose]())

async function register(answers: Record<string, string>) {
  const page = await openLoginPage(gateway, gateway.newBrowser(), '/register')
  const response = await page.submit(answers)
  return { status: response.status, text: await response.text() }
}

it('who registers is logged in at once, with an address that is not verified', async () => {
  const browser = gateway.newBrowser()
  const flow = await gateway.begin()
  const start = new URL((await browser(flow.url)).headers.get('location') ?? '', flow.url)
  const callback = await walkSignIn(browser, {
    start: new URL(`${start.href}/register`),
    answers: person,
    isArrived: (url) => url.pathname.endsWith('/api/callback'),
  })
  const tokens = await flow.finish(callback)
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
    preferred_username: 'zoe@halden.example',
    email: 'zoe@halden.example',
    email_verified: false,
    given_name: 'Zoë',
    family_name: "O'Neill",
  })
  await gateway.signIn(gateway.newBrowser(), { username: 'ZOE@halden.example', password: person.password })
})

it('an address that has an account is refused beside the field, and what was typed stays', async () => {
  await register({ ...person, email: 'taken@halden.example' })
  const { status, text } = await register({ ...person, email: 'Taken@Halden.example' })
  expect(status).toBe(409)
  expect(text).toContain('id="email-error">This e-mail has an account. Log in instead.')
  expect(text).toContain('value="Zoë"')
  expect(text).toContain('value="O&#39;Neill"')
  expect(text).not.toContain(person.password)
})

it('a registration that fails before it can count its mail leaves no account, so that a retry works', async () => {
  const late = { ...person, email: 'late@halden.example' }
  const { key } = mailboxLimit('verification', late.email)
  // The next one is more than the column holds.
  await portal.execute(`insert into attempts (key, failures) values ('${key}', 2147483647)`)
  expect((await register(late)).status).toBe(500)
  await portal.execute(`delete from attempts where key = '${key}'`)
  expect((await register(late)).status).toBe(303)
})

it('an address that has an account gets no fewer mails for all that others register with it', async () => {
  const known = { ...person, email: 'known@halden.example' }
  for (let tried = 0; tried < 3; tried += 1) await register(known)
  const { key } = mailboxLimit('verification', known.email)
  const counted = await portal.execute(`select failures from attempts where key = '${key}'`)
  expect(counted).toEqual([{ failures: 1 }])
})

it('of twenty parallel registrations of one address one wins', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => register({ ...person, email: 'race@halden.example' })),
  )
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  // What finds no turn is refused before the address is looked up.
  expect(answers.filter(({ status }) => [409, 429].includes(status))).toHaveLength(19)
})

it('an address that asks for forty accounts at once keeps nobody else from theirs', async () => {
  const slow = await startTestIdentityProvider({ passwordCost: { ln: 13, r: 8, p: 2 } })
  onTestFinished(() => slow[Symbol.asyncDispose]())
  const site = await testGateway(slow)
  const registering = async (ip: string) => {
    const page = await openLoginPage(site, site.newBrowser(), '/register')
    const answers = { ...person, email: `${crypto.randomUUID()}@halden.example` }
    return () => page.submit(answers, { 'x-forwarded-for': ip })
  }
  const crowd = await Promise.all(Array.from({ length: 40 }, () => registering('10.0.0.1')))
  const other = await registering('10.0.0.2')
  const crowding = Promise.all(crowd.map((submit) => submit()))
  expect((await other()).status).toBe(303)
  const refused = (await crowding).filter(({ status }) => status !== 303)
  expect(refused.length).toBeGreaterThan(0)
  for (const response of refused) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await response.text()).toContain('Too many passwords are being saved right now.')
  }
})

it.each([
  ['firstName', '  ', 'Enter your first name.'],
  ['lastName', 'x'.repeat(101), 'Use at most 100 characters.'],
  ['firstName', 'a\u0000b', 'Use letters, spaces and punctuation only.'],
  ['lastName', '<img src=x onerror=alert(1)>', 'Use letters, spaces and punctuation only.'],
  ['email', 'no-address', 'Enter an e-mail address such as name@example.com.'],
  ['email', 'a@b\r\nBcc: c@d.example', 'Enter an e-mail address such as name@example.com.'],
  ['password', 'short', 'Use at least 12 characters.'],
  ['password', 'x'.repeat(201), 'Use at most 200 characters.'],
  ['password', 'aaaaaaaaaaaaaaaa', 'Use more different characters.'],
  ['password', 'password123456', commonPassword],
  ['password', 'zoe@halden.example', commonPassword],
])('%s %j is refused beside the field and stores nothing', async (field, value, message) => {
  const { status, text } = await register({ ...person, email: 'nobody@halden.example', [field]: value })
  expect(status).toBe(422)
  expect(text).toContain(`id="${field}-error">${message}`)
  expect(text).not.toContain('<img')
  expect(await portal.execute(`select 1 from login_names where name = 'nobody@halden.example'`)).toEqual([])
})

it('fields that nobody asked for change nothing', async () => {
  const email = 'extra@halden.example'
  await register({
    ...person,
    email,
    emailVerified: 'true',
    email_verified: 'true',
    username: 'operator',
    subject: 'x',
  })
  expect(
    await portal.execute(`select username, email_verified from accounts where email = '${email}'`),
  ).toEqual([{ username: email, email_verified: false }])
})
