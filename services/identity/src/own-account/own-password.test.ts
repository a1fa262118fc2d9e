import { embeddedIdentityAdmin } from '@portal/adapters/identity-admin/embedded-identity-admin'
import { openLoginPage, openPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty

const old = 'seven-quiet-harbours'
const next = 'nine-loud-mountains'

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
})
afterAll(async () => portal[Symbol.asyncDispose]())

/** A new account that is logged in, and its form for another password. */
async function newPerson() {
  const username = `zoe-${crypto.randomUUID()}`
  const account = { username, email: `${username}@halden.example`, password: old }
  await embeddedIdentityAdmin(new URL(portal.provider.adminUrl)).createAccount(account)
  const login = (password: string) => gateway.signIn(gateway.newBrowser(), { username, password })
  const browser = gateway.newBrowser()
  const tokens = await gateway.signIn(browser, { username, password: old })
  const form = await openPage(browser, new URL(`${portal.issuer}/account`), '/account/password')
  return { username, login, tokens, form }
}

it('a person who knows their password changes it, and every session of the old one ends', async () => {
  const { login, tokens, form } = await newPerson()
  const elsewhere = await login(old)
  const saved = await form.submit({ current: old, password: next })
  expect([saved.status, await saved.text()]).toEqual([200, expect.stringContaining('Your password is saved')])
  for (const session of [tokens, elsewhere])
    await expect(gateway.refresh(session)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(login(old)).rejects.toThrow('not right')
  expect(await login(next)).toHaveProperty('id_token')
})

it('a login whose password was checked before the change cannot be finished after it', async () => {
  const { username, form } = await newPerson()
  const browser = gateway.newBrowser()
  const page = await openLoginPage(gateway, browser)
  const checked = await page.submit({ username, password: old })
  expect(checked.status).toBe(303)
  expect((await form.submit({ current: old, password: next })).status).toBe(200)
  const resumed = await browser(new URL(checked.headers.get('location') ?? '', page.address))
  expect([resumed.status, await resumed.text()]).toEqual([
    400,
    expect.stringContaining('This login has expired'),
  ])
})

it('a link that was mailed to reset the password before the change ends with it', async () => {
  const { username, form } = await newPerson()
  await (await openPage(gateway.newBrowser(), new URL(`${portal.issuer}/forgot`))).submit({ username })
  const mailed = () => portal.mailer.sent.find(({ to }) => to.address.startsWith(username))?.text
  await vi.waitFor(() => expect(mailed()).toContain('/password/'), { timeout: 45_000 })
  const link = /http\S+\/password\/[\w-]+/.exec(mailed() ?? '')?.[0] ?? ''
  expect((await gateway.newBrowser()(link)).status).toBe(200)
  expect((await form.submit({ current: old, password: next })).status).toBe(200)
  expect((await gateway.newBrowser()(link)).status).toBe(410)
})

it('a wrong or missing password, and a new one that is too weak, change nothing', async () => {
  const { login, form } = await newPerson()
  const refused = async (fields: Record<string, string>) => {
    const response = await form.submit(fields)
    expect(response.status).toBe(422)
    return response.text()
  }
  expect(await refused({ current: next, password: next })).toContain('This is not your current password.')
  const text = await refused({ current: '', password: 'short' })
  expect(text).toContain('Enter your current password.')
  expect(text).toContain('id="password-error"')
  expect(text).not.toContain('value="short"')
  expect(await login(old)).toHaveProperty('id_token')
})

it('guessing the password in an open session is stopped after ten attempts', async () => {
  const { login, form } = await newPerson()
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await form.submit({ current: `guess-${attempt}`, password: next })).status).toBe(422)
  const stopped = await form.submit({ current: old, password: next })
  expect(stopped.status).toBe(429)
  expect(stopped.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await stopped.text()).toContain('Too many attempts did not succeed.')
  expect(await login(old)).toHaveProperty('id_token')
})

it("nobody changes another's password: not without a session, and not by another's form", async () => {
  const [mine, theirs] = [await newPerson(), await newPerson()]
  const visitor = gateway.newBrowser()
  expect((await visitor(`${portal.issuer}/account/password`, { method: 'POST' })).status).toBe(401)
  const token = /\/account\/password"[\s\S]*?name="form_token" value="([^"]+)"/
  const form_token = token.exec(theirs.form.text)?.[1] ?? ''
  const fields = { current: old, password: next }
  expect((await mine.form.submit({ ...fields, form_token })).status).toBe(403)
  expect((await mine.form.submit(fields, { origin: 'https://evil.example' })).status).toBe(403)
  expect(await mine.login(old)).toHaveProperty('id_token')
  expect(await theirs.login(old)).toHaveProperty('id_token')
})
