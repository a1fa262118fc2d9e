import { embeddedIdentityAdmin } from '@portal/adapters/identity-admin/embedded-identity-admin'
import { accessibilityViolations } from '@portal/testkit/accessibility'
import { openBrowser, type TestBrowser } from '@portal/testkit/browser'
import { openLoginPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty
let links: { readonly operator: string; readonly person: string; readonly address: string }

const password = 'seven-quiet-harbours'
const longName = 'mariam-of-a-very-long-name-that-does-not-fit.'.repeat(3)

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
  const admin = embeddedIdentityAdmin(new URL(portal.provider.adminUrl))
  await admin.createAccount({ username: 'mariam', email: 'mariam@halden.example', password })
  await admin.createAccount({ username: 'jonas', email: 'jonas@halden.example', password })
  const { subject } = await admin.createAccount({ username: longName, email: 'long@halden.example' })
  const { link } = await admin.prepareFirstOperator('operator')
  const form = await openLoginPage(gateway, gateway.newBrowser(), '/register')
  await form.submit({ firstName: 'Zoë', lastName: 'Lind', email: 'zoe@halden.example', password })
  await vi.waitFor(() => expect(portal.mailer.sent).toHaveLength(1))
  const [address = ''] = /http\S+\/verify\/\S+/.exec(portal.mailer.sent[0]?.text ?? '') ?? []
  links = { operator: link?.url ?? '', person: (await admin.issueOneTimeLogin(subject)).url, address }
})

afterAll(async () => portal[Symbol.asyncDispose]())

let browser: TestBrowser

async function newPage() {
  const page = await browser.context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text())
  })
  return { page, complaints }
}

type Opened = Awaited<ReturnType<typeof newPage>>['page']

const signInUrl = async () => (await gateway.begin()).url.href

/** Zoë's, who may be logged in already: the pages share a browser. */
async function openAccount(page: Opened): Promise<void> {
  await page.goto(await signInUrl())
  if (!page.url().startsWith(`${portal.origin}/api/callback`)) {
    await page.getByLabel('E-mail or user name').fill('zoe@halden.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(`${portal.origin}/api/callback?**`)
  }
  await page.goto(`${portal.issuer}/account`)
}

/** Every page, by how a person comes to see it. */
const pages: Readonly<Record<string, (page: Opened) => Promise<unknown>>> = {
  'log in': async (page) => page.goto(await signInUrl()),
  'log in, refused': async (page) => {
    await page.goto(await signInUrl())
    await page.getByLabel('E-mail or user name').fill(longName)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Enter your password.').waitFor()
  },
  'create an account': async (page) => {
    await page.goto(await signInUrl())
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('First name').waitFor()
  },
  'create an account, refused': async (page) => {
    await page.goto(await signInUrl())
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('First name').fill(longName)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter your last name.').waitFor()
  },
  'a forgotten password': (page) => page.goto(`${portal.issuer}/forgot`),
  'a forgotten password, mail sent': async (page) => {
    await page.goto(await signInUrl())
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('E-mail or user name').fill(longName)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  },
  'set up the operator': (page) => page.goto(links.operator),
  'choose a password': (page) => page.goto(links.person),
  'the account, of nobody': (page) => page.goto(`${portal.issuer}/account`),
  'the account, mail sent again': async (page) => {
    await openAccount(page)
    await page.getByRole('button', { name: 'Send the verification mail' }).click()
    await page.getByRole('status').waitFor()
  },
  'the account, a name refused': async (page) => {
    await openAccount(page)
    await page.getByLabel('First name').fill('')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Enter your first name.').waitFor()
  },
  'the account, a password refused': async (page) => {
    await openAccount(page)
    await page.getByLabel('Current password').fill('nine-loud-mountains')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
  },
  'verify an address': (page) => page.goto(links.address),
  'a link that has ended': (page) => page.goto(`${portal.issuer}/password/ended`),
  'a request that is not valid': (page) => page.goto(`${portal.issuer}/auth?client_id=nobody`),
  'logged out': (page) => page.goto(`${portal.issuer}/session/end/success`),
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
    const { page, complaints } = await newPage()
    await open(page)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
    await page.close()
  })
})

describe('a person', () => {
  beforeEach(async () => {
    browser = await openBrowser()
  })
  afterEach(() => browser.close())

  it('logs in by keyboard alone: the name has the focus, then the password, then Enter', async () => {
    const { page, complaints } = await newPage()
    await page.goto(await signInUrl())
    const focused = () => page.evaluate('document.activeElement.id')
    await expect.poll(focused).toBe('username')
    await page.keyboard.type('mariam')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${portal.origin}/api/callback?**`)
    expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()
    expect(complaints).toEqual([])
  })

  it('finds the product beside the form, in the letters of the portal, where there is room', async () => {
    const { page } = await newPage()
    await page.goto(await signInUrl())
    const product = page
      .locator('aside')
      .getByText(/approved/i)
      .first()
    expect(await product.isVisible()).toBe(true)
    const hasFont = `document.fonts.ready.then(() => document.fonts.check('14px "Inter Variable"'))`
    expect(await page.evaluate(hasFont)).toBe(true)
    const isIconDrawn = `(async () => {
      const icon = new Image()
      icon.src = document.querySelector('link[rel=icon]').href
      await icon.decode()
      return icon.naturalWidth > 0
    })()`
    expect(await page.evaluate(isIconDrawn)).toBe(true)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await product.isVisible()).toBe(false)
  })

  it('sees the password when they ask to, and it is hidden again before it is sent', async () => {
    const { page } = await newPage()
    await page.goto(await signInUrl())
    const field = page.getByLabel('Password', { exact: true })
    await field.fill(password)
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    expect(await field.getAttribute('type')).toBe('password')
  })

  it('registers and logs in without JavaScript', async () => {
    const { page } = await newPage()
    const devtools = await browser.context.newCDPSession(page)
    await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.goto(await signInUrl())
    expect(await page.getByRole('button', { name: 'Show password' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('First name').fill('Noor')
    await page.getByLabel('Last name').fill('Lind')
    await page.getByLabel('E-mail').fill('noor@halden.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${portal.origin}/api/callback?**`)
  })

  it('who logs in as another in a second tab is that other one, and the first session has ended', async () => {
    const [first, second] = [await newPage(), await newPage()]
    const before = portal.logoutTokens.length
    await first.page.goto(await signInUrl())
    await second.page.goto(await signInUrl())
    const enter = async ({ page }: typeof first, username: string) => {
      await page.getByLabel('E-mail or user name').fill(username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(`${portal.origin}/api/callback?**`)
    }
    await enter(first, 'mariam')
    await enter(second, 'jonas')
    await expect.poll(() => portal.logoutTokens.length).toBe(before + 1)
    expect(second.complaints).toEqual([])
  })

  it('is asked before logging out, and stays when they choose to', async () => {
    const { page } = await newPage()
    await page.goto(await signInUrl())
    await page.getByLabel('E-mail or user name').fill('mariam')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(`${portal.origin}/api/callback?**`)
    await page.goto(`${portal.issuer}/session/end`)
    await page.getByRole('heading', { name: 'Log out?' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
  })
})
