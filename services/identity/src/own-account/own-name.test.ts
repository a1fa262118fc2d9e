import { embeddedIdentityAdmin } from '@portal/adapters/identity-admin/embedded-identity-admin'
import { openPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty

const password = 'seven-quiet-harbours'

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
})
afterAll(async () => portal[Symbol.asyncDispose]())

/** A new account, as its login. */
async function newLogin() {
  const username = `zoe-${crypto.randomUUID()}`
  const account = { username, email: `${username}@halden.example`, firstName: 'Zoe', lastName: 'Lind' }
  await embeddedIdentityAdmin(new URL(portal.provider.adminUrl)).createAccount({ ...account, password })
  return { username, password }
}

const accountPage = (browser: Parameters<typeof openPage>[0]) =>
  openPage(browser, new URL(`${portal.issuer}/account`), '/account/name')

async function nameAtLogin(login: Awaited<ReturnType<typeof newLogin>>) {
  const { id_token = '' } = await gateway.signIn(gateway.newBrowser(), login)
  const { given_name, family_name } = decodeJwt(id_token)
  return [given_name, family_name]
}

it('a person changes their name on the account page; the next login has it', async () => {
  const login = await newLogin()
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, login)
  const page = await accountPage(browser)
  expect(page.text).toContain('value="Zoe"')
  const saved = await page.submit({ firstName: ' Zoë ', lastName: "O'Neill" })
  expect([saved.status, await saved.text()]).toEqual([200, expect.stringContaining('Your name is saved')])
  expect((await accountPage(browser)).text).toContain('value="Zoë"')
  expect(await nameAtLogin(login)).toEqual(['Zoë', "O'Neill"])
})

it('a name that is missing or is markup changes nothing, and is said at its field', async () => {
  const login = await newLogin()
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, login)
  const refused = await (await accountPage(browser)).submit({ firstName: '<b>', lastName: '  ' })
  const text = await refused.text()
  expect(refused.status).toBe(422)
  expect(text).toContain('Use letters, spaces and punctuation only.')
  expect(text).toContain('Enter your last name.')
  expect(await nameAtLogin(login)).toEqual(['Zoe', 'Lind'])
})

it("nobody changes another's name: not without a session, and not by another's form", async () => {
  const [mine, theirs] = [await newLogin(), await newLogin()]
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, mine)
  const names = { firstName: 'Mallory', lastName: 'Lind' }
  const visitor = gateway.newBrowser()
  expect((await visitor(`${portal.issuer}/account/name`, { method: 'POST' })).status).toBe(401)
  const form = await accountPage(browser)
  const other = gateway.newBrowser()
  await gateway.signIn(other, theirs)
  const token = /\/account\/name"[\s\S]*?name="form_token" value="([^"]+)"/
  const form_token = token.exec((await accountPage(other)).text)?.[1] ?? ''
  expect((await form.submit({ ...names, form_token })).status).toBe(403)
  expect((await form.submit(names, { origin: 'https://evil.example' })).status).toBe(403)
  expect(await nameAtLogin(mine)).toEqual(['Zoe', 'Lind'])
  expect(await nameAtLogin(theirs)).toEqual(['Zoe', 'Lind'])
})

it('leads to another password by mail', async () => {
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, await newLogin())
  expect((await accountPage(browser)).text).toMatch(/href="[^"]+\/forgot">Forgot password\?/)
})
