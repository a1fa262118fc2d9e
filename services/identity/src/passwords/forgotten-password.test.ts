import { embeddedIdentityAdmin } from '@portal/adapters/identity-admin/embedded-identity-admin'
import { openPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty

const password = 'seven-quiet-harbours'
const renewed = 'nine-loud-mountains'
const patience = { timeout: 45_000, interval: 25 }

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
})
afterAll(async () => portal[Symbol.asyncDispose]())

const admin = () => embeddedIdentityAdmin(new URL(portal.provider.adminUrl))
const mailsTo = (email: string) => portal.mailer.sent.filter(({ to }) => to.address === email)
const linkIn = (text = '') => /http\S+\/password\/[\w-]+/.exec(text)?.[0] ?? ''

async function newAccount(): Promise<{ username: string; email: string; subject: string }> {
  const username = `p-${crypto.randomUUID()}`
  const email = `${username}@halden.example`
  return { username, email, ...(await admin().createAccount({ username, email, password })) }
}

async function ask(username: string, ip = `198.51.100.${Math.ceil(Math.random() * 250)}`) {
  const browser = gateway.newBrowser()
  const form = await openPage(browser, new URL(`${portal.issuer}/forgot`))
  const answer = await form.submit({ username }, { 'x-forwarded-for': ip })
  return { status: answer.status, text: await answer.text() }
}

async function untilMailed(email: string, count = 1): Promise<string> {
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(count), patience)
  return linkIn(mailsTo(email).at(-1)?.text)
}

async function choose(url: string, chosen = renewed): Promise<number> {
  return (await (await openPage(gateway.newBrowser(), new URL(url))).submit({ password: chosen })).status
}

it('a mailed link sets a new password once, and ends the sessions of the old one', async () => {
  const { username, email } = await newAccount()
  const tokens = await gateway.signIn(gateway.newBrowser(), { username, password })
  expect((await ask(username)).status).toBe(200)
  const url = await untilMailed(email)
  // Scanners of mail follow links.
  for (let look = 0; look < 2; look += 1) expect((await gateway.newBrowser()(url)).status).toBe(200)
  expect(await choose(url)).toBe(200)
  await expect(gateway.refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(gateway.signIn(gateway.newBrowser(), { username, password })).rejects.toThrow()
  await gateway.signIn(gateway.newBrowser(), { username, password: renewed })
  expect((await gateway.newBrowser()(url)).status).toBe(410)
})

it('the response is the same for an account, a stranger, a disabled account and one without an address', async () => {
  const known = await newAccount()
  const disabled = await newAccount()
  await admin().disable(disabled.subject)
  await admin().prepareFirstOperator('operator-without-address')
  const names = [
    known.username,
    `stranger-${crypto.randomUUID()}`,
    disabled.username,
    'operator-without-address',
  ]
  const answers = await Promise.all(names.map((name) => ask(name)))
  const shown = answers.map(({ status, text }, at) => [
    status,
    text.replaceAll(names[at] ?? '', 'NAME').replaceAll(/value="[\w-]{43}"/g, ''),
  ])
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1)
  await untilMailed(known.email)
  expect(mailsTo(disabled.email)).toEqual([])
})

it('following a mailed link proves the address it was mailed to', async () => {
  const email = `zoe-${crypto.randomUUID()}@halden.example`
  await portal.execute(
    `insert into accounts (username, email, first_name, last_name) values ('${email}', '${email}', 'Zoë', 'Lind')`,
  )
  await portal.execute(
    `insert into login_names (name, subject) select username, subject from accounts where email = '${email}'`,
  )
  await ask(email)
  expect(await choose(await untilMailed(email))).toBe(200)
  const tokens = await gateway.signIn(gateway.newBrowser(), { username: email, password: renewed })
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ email_verified: true })
})

it('a second link leaves the first one working, and using either ends both', async () => {
  const { email } = await newAccount()
  await ask(email)
  const first = await untilMailed(email)
  await ask(email)
  const second = await untilMailed(email, 2)
  expect(await choose(first)).toBe(200)
  expect((await gateway.newBrowser()(second)).status).toBe(410)
})

it('a mailbox is not flooded, by whichever of its names, and a name that nobody has pauses alike', async () => {
  const { username, email } = await newAccount()
  const stranger = `stranger-${crypto.randomUUID()}`
  const statuses = async (name: string) => {
    const all = []
    for (let asked = 0; asked < 5; asked += 1) all.push((await ask(name)).status)
    return all
  }
  expect(await statuses(stranger)).toEqual(await statuses(username))
  expect((await statuses(email))[0]).toBe(200)
  await untilMailed(email, 3)
})

it('names that nobody has use up nothing of the mailbox that they look like', async () => {
  const { username, email } = await newAccount()
  for (let asked = 1; asked <= 4; asked += 1) await ask(`${username}+${asked}@halden.example`)
  expect((await ask(username)).status).toBe(200)
  await untilMailed(email)
})

it('mails that strangers ask for under subaddresses of a mailbox hold up none of its owner’s', async () => {
  const { username, email } = await newAccount()
  for (let asked = 1; asked <= 4; asked += 1) {
    const subaddress = `${username}+${asked}@halden.example`
    await admin().createAccount({ username: subaddress, email: subaddress, password })
    await ask(subaddress)
  }
  expect((await ask(email)).status).toBe(200)
  await untilMailed(email)
})

it('an expired link, a form of another site and a name with line breaks get nowhere', async () => {
  const { username, email } = await newAccount()
  await ask(username)
  const url = await untilMailed(email)
  await portal.execute(`update password_links set expires_at = now() - interval '1 second'`)
  expect((await gateway.newBrowser()(url)).status).toBe(410)
  const form = await openPage(gateway.newBrowser(), new URL(`${portal.issuer}/forgot`))
  expect((await form.submit({ username }, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await form.submit({ username, form_token: 'guessed' })).status).toBe(403)
  const injected = `${email}\r\nBcc: everyone@halden.example`
  expect((await ask(injected)).status).toBe(200)
  expect((await ask('<b>x</b>')).text).not.toContain('<b>x</b>')
  expect((await ask(' ')).status).toBe(422)
  expect(mailsTo(email)).toHaveLength(1)
  expect(portal.mailer.sent.filter(({ to }) => to.address.includes('everyone'))).toEqual([])
})

it('the secret of a link is neither stored nor logged', async () => {
  const { username, email } = await newAccount()
  await ask(username)
  const token = (await untilMailed(email)).split('/').at(-1) ?? ''
  expect(token).toHaveLength(43)
  expect(JSON.stringify(await portal.execute('select * from password_links'))).not.toContain(token)
  expect(portal.logged.join('')).not.toContain(token)
  expect(portal.logged.join('')).not.toContain(email)
})
