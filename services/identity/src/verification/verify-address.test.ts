import { embeddedIdentityAdmin } from '@portal/adapters/identity-admin/embedded-identity-admin'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { openLoginPage, openPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { refusedForGood } from '@portal/testkit/mail/memory-mailer'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty

const password = 'seven-quiet-harbours'

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
})
beforeEach(() => {
  portal.mailer.meets = () => null
})
afterAll(async () => portal[Symbol.asyncDispose]())

const newAddress = () => `zoe-${crypto.randomUUID()}@halden.example`
const mailsTo = (email: string) => portal.mailer.sent.filter(({ to }) => to.address === email)
const linkIn = (text = '') => /http\S+\/verify\/[\w-]+/.exec(text)?.[0] ?? ''
const admin = () => embeddedIdentityAdmin(new URL(portal.provider.adminUrl))
const addressOf = async (email: string) => admin().readAddress((await admin().findSubject(email)) ?? 'nobody')

async function register(email: string): Promise<void> {
  const page = await openLoginPage(gateway, gateway.newBrowser(), '/register')
  const answer = await page.submit({ firstName: 'Zoë', lastName: "O'Neill", email, password })
  expect(answer.status).toBe(303)
}

/** The link in the newest mail. */
async function untilMailed(email: string, count = 1): Promise<string> {
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(count), { timeout: 45_000, interval: 25 })
  return linkIn(mailsTo(email).at(-1)?.text)
}

async function verify(url: string): Promise<{ status: number; text: string }> {
  const answer = await (await openPage(gateway.newBrowser(), new URL(url))).submit({})
  return { status: answer.status, text: await answer.text() }
}

/** The account page of this browser's session. */
async function accountOf(email: string) {
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, { username: email, password })
  return () => openPage(browser, new URL(`${portal.issuer}/account`))
}

it('registration mails a link that verifies the address with one click, once', async () => {
  const email = newAddress()
  await register(email)
  const url = await untilMailed(email)
  // Link scanners follow links in mails, perhaps repeatedly.
  for (let look = 0; look < 2; look += 1) expect((await gateway.newBrowser()(url)).status).toBe(200)
  expect(await addressOf(email)).toEqual({ email, isVerified: false })
  const { status, text } = await verify(url)
  expect([status, text]).toEqual([200, expect.stringContaining('Your address is verified')])
  expect(await addressOf(email)).toEqual({ email, isVerified: true })
  expect((await gateway.newBrowser()(url)).status).toBe(410)
  const tokens = await gateway.signIn(gateway.newBrowser(), { username: email, password })
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ email, email_verified: true })
})

it('the account page sends it again, which ends the link before, until the address is verified', async () => {
  const email = newAddress()
  await register(email)
  const first = await untilMailed(email)
  const open = await accountOf(email)
  const sent = await (await open()).submit({})
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('A mail is on its way')])
  const second = await untilMailed(email, 2)
  expect((await gateway.newBrowser()(first)).status).toBe(410)
  await verify(second)
  const { text } = await open()
  expect(text).toContain('is verified')
  expect(text).not.toContain('Send the verification mail')
})

it('the account page needs a session, and rejects forms of other origins', async () => {
  const visitor = gateway.newBrowser()
  expect((await visitor(`${portal.issuer}/account`)).status).toBe(401)
  expect((await visitor(`${portal.issuer}/account`, { method: 'POST' })).status).toBe(401)
  const email = newAddress()
  await register(email)
  await untilMailed(email)
  const page = await (await accountOf(email))()
  expect((await page.submit({ form_token: 'guessed' })).status).toBe(403)
  expect((await page.submit({}, { origin: 'https://evil.example' })).status).toBe(403)
  expect(mailsTo(email)).toHaveLength(1)
})

it('a mailbox is not flooded: after a few mails the page asks to wait', async () => {
  const email = newAddress()
  await register(email)
  await untilMailed(email)
  const open = await accountOf(email)
  const statuses = []
  for (let asked = 0; asked < 8; asked += 1) statuses.push((await (await open()).submit({})).status)
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
  expect(mailsTo(email).length).toBeLessThanOrEqual(6)
})

it('a mailbox is not flooded by whoever registers many accounts for it, and its owner’s own mail goes', async () => {
  const local = `zoe-${crypto.randomUUID()}`
  for (let made = 0; made < 8; made += 1) await register(`${local}+${made}@halden.example`)
  const owner = `${local}@halden.example`
  await register(owner)
  await untilMailed(owner)
  expect(portal.mailer.sent.filter(({ to }) => to.address.startsWith(`${local}+`))).toHaveLength(5)
})

it('while the mailer is away registration works, and the account page says that mail cannot be sent', async () => {
  const email = newAddress()
  portal.mailer.meets = () => new EngineUnavailable('The mail server is away.', 1)
  await register(email)
  const open = await accountOf(email)
  const refused = await (await open()).submit({})
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('Mail cannot be sent right now'),
  ])
  portal.mailer.meets = () => null
  await untilMailed(email)
  // Not earlier, or the background retries would consume the refusal.
  portal.mailer.meets = () => refusedForGood()
  expect((await (await open()).submit({})).status).toBe(422)
})

it('of ten clicks at the same moment one verifies, and an expired or guessed link says what to do', async () => {
  const email = newAddress()
  await register(email)
  const page = await openPage(gateway.newBrowser(), new URL(await untilMailed(email)))
  const answers = await Promise.all(Array.from({ length: 10 }, () => page.submit({})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(410)])
  const late = newAddress()
  await register(late)
  const url = await untilMailed(late)
  await portal.execute(`update address_links set expires_at = now() - interval '1 second'`)
  for (const ended of [url, `${portal.issuer}/verify/${'x'.repeat(43)}`]) {
    const answer = await gateway.newBrowser()(ended)
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('ask for a new link')])
  }
})

it("a link's secret is neither stored nor logged", async () => {
  const email = newAddress()
  await register(email)
  const token = (await untilMailed(email)).split('/').at(-1) ?? ''
  expect(token).toHaveLength(43)
  expect(JSON.stringify(await portal.execute('select * from address_links'))).not.toContain(token)
  await verify(`${portal.issuer}/verify/${token}`)
  expect(portal.logged.join('')).not.toContain(token)
})
