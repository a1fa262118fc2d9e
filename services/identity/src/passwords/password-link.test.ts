import {
  type EmbeddedIdentityAdmin,
  embeddedIdentityAdmin,
} from '@portal/adapters/identity-admin/embedded-identity-admin'
import { openLoginPage, openPage } from '@portal/testkit/identity/login-page'
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
let admin: EmbeddedIdentityAdmin

const password = 'seven-quiet-harbours'

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
  admin = embeddedIdentityAdmin(new URL(portal.provider.adminUrl))
})

afterAll(async () => portal[Symbol.asyncDispose]())

async function submit(url: string, answers: Record<string, string>) {
  const page = await openPage(gateway.newBrowser(), new URL(url))
  const response = await page.submit(answers)
  return { status: response.status, text: await response.text() }
}

async function statusOf(url: string): Promise<number> {
  return (await gateway.newBrowser()(url)).status
}

it("the first operator's link takes name, address and password, works once, and none follows", async () => {
  const { subject, link } = await admin.prepareFirstOperator('operator')
  const answers = { firstName: 'Olga', lastName: 'Berg', email: 'olga@halden.example', password }
  expect(link?.url).toContain(`${portal.issuer}/password/`)
  const url = link?.url ?? ''
  expect((await submit(url, answers)).text).toContain('Your password is saved')
  expect(await statusOf(url)).toBe(410)

  const tokens = await gateway.signIn(gateway.newBrowser(), { username: 'operator', password })
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
    sub: subject,
    preferred_username: 'operator',
    email: 'olga@halden.example',
    email_verified: false,
    given_name: 'Olga',
  })
  expect(await admin.prepareFirstOperator('operator')).toEqual({ subject, link: null })
})

it('until it is used each start gives a new link and ends the one before', async () => {
  const first = await admin.prepareFirstOperator('second-operator')
  const second = await admin.prepareFirstOperator('second-operator')
  expect(second.subject).toBe(first.subject)
  expect(await statusOf(first.link?.url ?? '')).toBe(410)
  expect(await statusOf(second.link?.url ?? '')).toBe(200)
})

it('of ten people who use one link at the same moment one succeeds', async () => {
  const { subject } = await admin.createAccount({ username: 'race', email: 'race@halden.example' })
  const { url } = await admin.issueOneTimeLogin(subject)
  const page = await openPage(gateway.newBrowser(), new URL(url))
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => page.submit({ password: `${password}-${i}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  // What finds no turn is refused before the link is looked up.
  expect(answers.filter(({ status }) => [410, 429].includes(status))).toHaveLength(9)
})

it('an account made without a password gets one through its link, and old sessions end', async () => {
  const person = { username: 'noor', email: 'noor@halden.example' }
  const { subject } = await admin.createAccount(person)
  const { url, expiresAt } = await admin.issueOneTimeLogin(subject)
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now() + 23 * 3600 * 1000)
  const refused = await submit(url, { password: 'noor@halden.example' })
  expect(refused.status).toBe(422)
  expect(refused.text).not.toContain('name="email"')
  await submit(url, { password, email: 'somebody@else.example', firstName: 'Changed' })
  const tokens = await gateway.signIn(gateway.newBrowser(), { username: 'noor', password })
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ sub: subject, email: 'noor@halden.example' })

  const next = await admin.issueOneTimeLogin(subject)
  await submit(next.url, { password: 'nine-loud-mountains' })
  await expect(gateway.refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
})

it('the portal is notified of a new password also when no session of the person is left here', async () => {
  const { subject } = await admin.createAccount({ username: 'oda', email: 'oda@halden.example', password })
  const notified = () =>
    portal.logoutTokens.map((token) => decodeJwt(token)).filter(({ sub }) => sub === subject)
  const { url } = await admin.issueOneTimeLogin(subject)
  expect((await submit(url, { password: 'nine-loud-mountains' })).status).toBe(200)
  expect(notified()).toHaveLength(1)
  // Without a session's id it names everything of the person.
  expect(notified()[0]).not.toHaveProperty('sid')
})

it('a login whose old password was checked before a link replaced it cannot be finished after it', async () => {
  const person = { username: 'vera', email: 'vera@halden.example' }
  const { subject } = await admin.createAccount({ ...person, password })
  const browser = gateway.newBrowser()
  const page = await openLoginPage(gateway, browser)
  const checked = await page.submit({ username: 'vera', password })
  expect(checked.status).toBe(303)
  const { url } = await admin.issueOneTimeLogin(subject)
  expect((await submit(url, { password: 'nine-loud-mountains' })).status).toBe(200)
  const resumed = await browser(new URL(checked.headers.get('location') ?? '', page.address))
  expect([resumed.status, await resumed.text()]).toEqual([
    400,
    expect.stringContaining('This login has expired'),
  ])
})

it('an expired link, a guessed one and one of another shape say what to do', async () => {
  const { subject } = await admin.createAccount({ username: 'late', email: 'late@halden.example' })
  const { url } = await admin.issueOneTimeLogin(subject)
  await portal.execute(`update password_links set expires_at = now() - interval '1 second'`)
  for (const address of [url, `${portal.issuer}/password/${'x'.repeat(43)}`, `${portal.issuer}/password/x`]) {
    const response = await gateway.newBrowser()(address)
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('Otherwise ask for a new link.')
  }
})

it("a link's secret is neither stored nor logged", async () => {
  const { subject } = await admin.createAccount({ username: 'quiet', email: 'quiet@halden.example' })
  const { url } = await admin.issueOneTimeLogin(subject)
  const token = url.slice(url.lastIndexOf('/') + 1)
  expect(JSON.stringify(await portal.execute('select * from password_links'))).not.toContain(token)
  await submit(url, { password })
  expect(portal.logged.join('')).not.toContain(token)
})
