import { accessibilityViolations } from '@portal/testkit/accessibility'
import { openBrowser, type TestBrowser } from '@portal/testkit/browser'
import { startTestMailServer, type TestMailServer } from '@portal/testkit/mail/test-mail-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type PortalOnKeycloak, password, startPortalOnKeycloak } from './portal-on-keycloak.fixture.ts'

let mail: TestMailServer
let portal: PortalOnKeycloak
let browser: TestBrowser
const email = 'zoe@halden.example'

beforeAll(async () => {
  mail = await startTestMailServer()
  portal = await startPortalOnKeycloak({
    mailer: `smtp://${mail.host}?from=portal@compliance.example&starttls=off`,
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await portal[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

/** The first address below this path that a mail to the person names. */
async function linkInMail(path: string): Promise<string> {
  return vi.waitFor(
    () => {
      const texts = mail.received.filter(({ to }) => to.address === email).map(({ text }) => text)
      const link = new RegExp(`${portal.address}${path}\\S+`).exec(texts.join('\n'))?.[0]
      if (link === undefined) throw new Error(`There is no mail with a link to ${path} yet.`)
      return link
    },
    { timeout: 20_000, interval: 100 },
  )
}

async function invite(): Promise<void> {
  await portal.addPerson('ingrid')
  const admin = await portal.signIn('ingrid')
  const post = (path: string, body: object) =>
    admin(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
  expect((await post('/api/organizations', { name: 'Halden Medical' })).status).toBe(201)
  const sent = await post('/api/invitations', { email, role: 'manager' })
  expect([sent.status, await sent.text()]).toEqual([201, expect.not.stringContaining('"link"')])
}

it('whoever is invited registers at Keycloak, verifies the address by its mail and accepts', async () => {
  await invite()
  const invitation = await linkInMail('/invitation/')
  const page = await browser.context.newPage()
  await page.goto(`${portal.address}/api/login`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill('Zoë')
  await page.getByLabel('Last name').fill('Lindqvist')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Verify your e-mail address' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(await linkInMail('/auth/realms/'))
  // Keycloak asks whom it does not know yet for a password only then.
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL(`${portal.address}/`)
  const { request } = browser.context
  const address = `${portal.address}/api/invitations/accept/${invitation.split('/').at(-1)}`
  const accepted = await request.post(address, { headers: { origin: portal.address } })
  expect(accepted.status(), await accepted.text()).toBe(200)
  const user: unknown = await (await request.get(`${portal.address}/api/auth/user`)).json()
  expect(user).toMatchObject({ email, role: 'manager', organization: { name: 'Halden Medical' } })
})
