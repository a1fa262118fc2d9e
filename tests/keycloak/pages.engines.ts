import { offerFirstOperator } from '@portal/adapters/identity-admin/open-identity-admin'
import { identityAdminClientId } from '@portal/deploy/keycloak/portal-realm-clients'
import { accessibilityViolations } from '@portal/testkit/accessibility'
import { openBrowser, type TestBrowser, type TestPage } from '@portal/testkit/browser'
import { fillSignInForm, signInOnPage } from '@portal/testkit/sign-in-page'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PortalOnKeycloak, password, startPortalOnKeycloak } from './portal-on-keycloak.fixture.ts'

let portal: PortalOnKeycloak
let browser: TestBrowser
const longName = 'mariam-of-a-very-long-name-that-does-not-fit.'.repeat(3)

beforeAll(async () => {
  portal = await startPortalOnKeycloak()
  await portal.addPerson('mariam')
})
afterAll(() => portal[Symbol.asyncDispose]())

const admin = () => {
  const { realm } = portal
  return realm.identityAdmin(identityAdminClientId)
}
const toSignIn = (page: TestPage) => page.goto(`${portal.address}/api/login`)
const toRegister = async (page: TestPage) => {
  await toSignIn(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').waitFor()
}
const heading = (page: TestPage, name: string) => page.getByRole('heading', { name }).waitFor()
let drawn = 0
/** Logs in with the one-time password of a new account. */
async function toOneTimePassword(page: TestPage): Promise<void> {
  drawn += 1
  const username = `invited-${drawn}`
  const { subject } = await admin().createAccount({ username, email: `${username}@halden.example` })
  await toSignIn(page)
  await fillSignInForm(page, { username, password: (await admin().issueOneTimeLogin(subject)).password })
  await heading(page, 'Choose a password')
}

/** Every page, with the way to reach it. */
const pages: Readonly<Record<string, (page: TestPage) => Promise<unknown>>> = {
  'log in': toSignIn,
  'log in, refused': async (page) => {
    await toSignIn(page)
    await fillSignInForm(page, { username: longName, password: 'a-wrong-password' })
    await page.getByRole('alert').waitFor()
  },
  'create an account': toRegister,
  'create an account, refused': async (page) => {
    await toRegister(page)
    await page.getByLabel('First name').fill(longName.slice(0, 100))
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Please fill this in.').first().waitFor()
  },
  'choose a password': toOneTimePassword,
  'choose a password, refused': async (page) => {
    await toOneTimePassword(page)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Repeat the password').fill('short')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
  },
  'set up the operator': async (page) => {
    drawn += 1
    const username = `operator-${drawn}`
    const { oneTimePassword } = await admin().prepareFirstOperator(username)
    await toSignIn(page)
    await fillSignInForm(page, { username, password: oneTimePassword ?? '' })
    await heading(page, 'Set up your account')
  },
  'a request that is not valid': async (page) => {
    await page.goto(`${portal.issuer}/protocol/openid-connect/auth?client_id=nobody&response_type=code`)
    await heading(page, 'This did not work')
  },
  'log out?': async (page) => {
    await signInOnPage(page, { address: portal.address, username: 'mariam', password })
    await page.goto(`${portal.issuer}/protocol/openid-connect/logout`)
    await heading(page, 'Log out?')
  },
  'logged out': async (page) => {
    await signInOnPage(page, { address: portal.address, username: 'mariam', password })
    await page.goto(`${portal.issuer}/protocol/openid-connect/logout`)
    await page.getByRole('button', { name: 'Log out' }).click()
    await heading(page, 'You are logged out')
  },
}

describe.each([
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 320, height: 700, colorScheme: 'dark' },
] as const)('at $width px, $colorScheme', (look) => {
  beforeAll(async () => {
    browser = await openBrowser(look)
  })
  afterAll(() => browser.close())

  it.each(Object.entries(pages))('%s: axe finds nothing, nothing scrolls sideways', async (_name, open) => {
    await browser.context.clearCookies()
    const page = await browser.context.newPage()
    await open(page)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    // Style sheet and font came through the gateway.
    expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).fontSize`)).toBe('32px')
    await page.close()
  })
})

describe('a person', () => {
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  it('logs in by keyboard alone: the name has the focus, then the password, then Enter', async () => {
    const page = await browser.context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${portal.address}/api/login`)
    const focused = () => page.evaluate('document.activeElement.id')
    await expect.poll(focused).toBe('username')
    await page.keyboard.type('mariam')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('password')
    await page.keyboard.type(password)
    expect(complaints).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(`${portal.address}/`)
    await page.goto(`${portal.address}/api/session`)
    expect(await page.textContent('body')).toContain('mariam@halden.example')
  })

  it('who reloads after a refusal gets the page again, and is not asked whether to send the form once more', async () => {
    await browser.context.clearCookies()
    const page = await browser.context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await toSignIn(page)
    await fillSignInForm(page, { username: 'mariam', password: 'a-wrong-password' })
    await page.getByRole('alert').waitFor()
    // No script of the error page is blocked by its content security policy.
    expect(complaints).toEqual([])
    await page.reload()
    await heading(page, 'Log in')
    expect(await page.getByRole('alert').count()).toBe(0)
    await fillSignInForm(page, { username: 'mariam', password })
    await page.waitForURL((url) => url.pathname === '/')
  })

  it('the first operator logs in with the one-time password, enters name and address, chooses a password, and gets no other', async () => {
    await browser.context.clearCookies()
    const { realm } = portal
    const adminUrl = realm.addressOf(identityAdminClientId, realm.identityAdminSecret)
    const oneTime = (await offerFirstOperator(adminUrl, 'operator'))?.split(' ').at(-1) ?? ''
    const page = await browser.context.newPage()
    await toSignIn(page)
    await fillSignInForm(page, { username: 'operator', password: oneTime })
    await heading(page, 'Set up your account')
    await page.getByLabel('First name').fill('Ola')
    await page.getByLabel('Last name').fill('Nordmann')
    await page.getByLabel('E-mail').fill('ola@halden.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Choose a password')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Repeat the password').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.waitForURL(`${portal.address}/master-admin`)
    await page.goto(`${portal.address}/api/session`)
    expect(await page.textContent('body')).toContain('Nordmann')
    expect(await offerFirstOperator(adminUrl, 'operator')).toBeNull()
  })

  it('registers and logs in without JavaScript', async () => {
    await browser.context.clearCookies()
    const page = await browser.context.newPage()
    const devtools = await browser.context.newCDPSession(page)
    await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.goto(`${portal.address}/api/login`)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('First name').fill('Noor')
    await page.getByLabel('Last name').fill('Lind')
    await page.getByLabel('E-mail').fill('noor@halden.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Repeat the password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${portal.address}/`)
    await page.goto(`${portal.address}/api/session`)
    expect(await page.textContent('body')).toContain('noor@halden.example')
  })
})

it('the account page of Keycloak is below the issuer, and neither its console nor another realm is public', async () => {
  const read = async (path: string) =>
    (await fetch(`${portal.address}${path}`, { redirect: 'manual' })).headers
  const account = await fetch(`${portal.issuer}/account/`, { redirect: 'manual' })
  expect([account.status, account.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ])
  expect(account.headers.get('strict-transport-security')).toBeNull()
  for (const path of [
    '/auth/admin/master/console/',
    '/auth/realms/master/',
    '/auth/admin/serverinfo',
    '/auth/health',
  ])
    expect([path, (await read(path)).get('x-frame-options')]).toEqual([path, null])
})
