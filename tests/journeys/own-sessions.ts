import type { TestPage } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Guest, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { moveTo } from './move-to.ts'
import { expectAccessible, openTab, type Tab } from './tab.ts'
import { walkPalette } from './walk-palette.ts'

/** A person with two browsers and several tabs: their list of sessions, and how sessions end. */
export function describeOwnSessions(portal: () => JourneyPortal): void {
  describeSteps('someone who is logged in twice', steps, portal)
}

const steps: Readonly<Record<string, Step>> = {
  'finds their sessions in the user menu, by keyboard, this browser marked': findSessions,
  'reads them in a narrow window too': readNarrow,
  'goes round a long command palette with the arrow keys, the chosen entry always in view': usePalette,
  'signs the other browser out, whose open page follows at once': signOutOther,
  'types while the session ends: nothing is seen, read out or opened until the same person is back':
    keepTyped,
  'leaves what they typed to nobody else who logs in there': hideTyped,
  'hands a token over in an address: it is in no other request, and opens the portal until it is revoked':
    useToken,
  "drops another person's token, and stays who they are": dropForeignToken,
  'logs out from the top bar, in every tab': (tab, portal) => logOutInAllTabs(tab, portal, fromTopBar),
  'logs out from the sidebar, in every tab': (tab, portal) => logOutInAllTabs(tab, portal, fromSidebar),
}

const accountMenu = (page: TestPage) => page.getByRole('button', { name: /account menu$/ })
const browsers = (page: TestPage) =>
  page.getByRole('list', { name: 'Logged-in browsers' }).getByRole('listitem')

async function findSessions({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid') })
  // Left open by other journeys.
  expect(
    await page.evaluate("fetch('/api/auth/sessions', { method: 'DELETE' }).then(({ status }) => status)"),
  ).toBe(204)
  await moveTo(page, accountMenu(page))
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Your sessions' })
  await moveTo(page, item, 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your sessions' }).waitFor()
  await browsers(page).filter({ hasText: 'This browser' }).waitFor()
  await page.getByText('No access tokens').waitFor()
  await expectAccessible(page)
}

async function readNarrow({ page }: Tab): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  if (size) await page.setViewportSize(size)
}

async function usePalette({ page }: Tab): Promise<void> {
  await walkPalette(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The first browser's list updates by itself, and so does the second browser's page. */
async function signOutOther({ page }: Tab, portal: JourneyPortal, guest: () => Promise<Tab>): Promise<void> {
  const { page: other } = await guest()
  const ingrid = loginOf(portal, 'ingrid')
  await signInOnPage(other, { address: portal.address, ...ingrid, returnTo: '/documents' })
  await accountMenu(other).waitFor()
  const row = browsers(page).filter({ hasText: 'Chrome on Linux', hasNotText: 'This browser' })
  await row.waitFor()
  await expectAccessible(page)
  await moveTo(page, row.getByRole('button', { name: 'Log out' }))
  await page.keyboard.press('Enter')
  await other.getByRole('link', { name: 'Login' }).waitFor()
  expect(other.url()).toBe(`${portal.address}/`)
  await row.waitFor({ state: 'detached' })
  await other.goto(`${portal.address}/api/login`)
  await other.getByLabel('Password', { exact: true }).waitFor()
}

const typed = 'nadia.rahimi@example.com'
const addressBox = (page: TestPage) => page.getByRole('dialog').getByLabel('Email')
const cover = (page: TestPage) => page.getByRole('alertdialog', { name: 'You are logged out' })

/** In another browser: an invitation that is typed, and whose session the first one then ends. */
async function endWhileTyping(page: TestPage, other: TestPage, { address }: JourneyPortal): Promise<void> {
  await other.goto(`${address}/documents`)
  await other.goto(`${address}/team`)
  await other.getByRole('button', { name: 'Invite Team Member' }).first().click()
  await addressBox(other).fill(typed)
  await page.evaluate("fetch('/api/auth/sessions', { method: 'DELETE' })")
  await cover(other).waitFor()
}

/** In a new tab of the same browser. */
async function comeBack(other: TestPage, portal: JourneyPortal, name: string): Promise<void> {
  const tab = await other.context().newPage()
  await signInOnPage(tab, { address: portal.address, ...loginOf(portal, name) })
  await tab.close()
  await other.evaluate("dispatchEvent(new Event('focus'))")
  await cover(other).waitFor({ state: 'detached' })
}

async function keepTyped({ page }: Tab, portal: JourneyPortal, guest: Guest): Promise<void> {
  const { page: other } = await guest('typing')
  await signInOnPage(other, { address: portal.address, ...loginOf(portal, 'ingrid') })
  await endWhileTyping(page, other, portal)
  const seen = await other.locator('body').ariaSnapshot()
  expect(seen).not.toMatch(/Team|Invit|Ingrid|Halden/)
  await other.emulateMedia({ media: 'print' })
  expect(await other.getByText('Team Management').first().isVisible()).toBe(false)
  await other.emulateMedia({ media: 'screen' })
  await expectAccessible(other)
  await other.keyboard.press('Control+K')
  await other.keyboard.press('Escape')
  await other.evaluate('history.back()')
  const login = other.waitForEvent('popup')
  await cover(other).getByRole('link', { name: 'Log in in a new tab' }).click()
  await (await login).close()
  await other.context().setOffline(true)
  const reread = other.waitForResponse((response) => new URL(response.url()).pathname === '/remotes.json')
  await other.context().setOffline(false)
  await reread
  await comeBack(other, portal, 'ingrid')
  expect(await other.getByRole('alertdialog').count()).toBe(0)
  expect(await addressBox(other).inputValue()).toBe(typed)
  expect(new URL(other.url()).pathname).toBe('/team')
  await other.getByRole('button', { name: 'Cancel' }).click()
}

async function hideTyped({ page }: Tab, portal: JourneyPortal, guest: Guest): Promise<void> {
  const { page: other } = await guest('typing')
  await endWhileTyping(page, other, portal)
  // The provider knows the person still.
  await other.context().clearCookies()
  await comeBack(other, portal, 'tomas')
  await other.getByRole('heading', { name: /^Welcome to / }).waitFor()
  expect(new URL(other.url()).pathname).toBe('/')
  expect(await other.getByRole('alertdialog').count()).toBe(0)
  expect(await addressBox(other).count()).toBe(0)
}

async function mintToken(page: TestPage): Promise<string> {
  return page.evaluate<string>(
    `fetch('/api/auth/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
      .then((answer) => answer.json()).then(({ token }) => token)`,
  )
}

const storedToken = (page: TestPage) => page.evaluate<string | null>("localStorage.getItem('auth_token')")

interface Sent {
  url(): string
  allHeaders(): Promise<Readonly<Record<string, string>>>
}

/** Where a text occurs in the URLs and referrers of requests. */
async function addressesIn(requests: readonly Sent[], text: string): Promise<string[]> {
  const sent = await Promise.all(
    requests.map(async (request) => [request.url(), (await request.allHeaders()).referer ?? '']),
  )
  return sent.flat().filter((address) => address.includes(text))
}

/** Product §7: the token is removed from the URL before any remote is requested. */
async function useToken({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  const token = await mintToken(page)
  const guest = await openTab()
  try {
    const requests: Sent[] = []
    guest.page.on('request', (request) => requests.push(request))
    await guest.page.goto(`${address}/documents?auth_token=${token}&q=gifts#top`)
    await accountMenu(guest.page).waitFor()
    expect(guest.page.url()).toBe(`${address}/documents?q=gifts#top`)
    expect(await storedToken(guest.page)).toBe(token)
    expect(await addressesIn(requests, token)).toEqual([`${address}/documents?auth_token=${token}&q=gifts`])
    await page
      .getByRole('list', { name: 'Access tokens' })
      .getByRole('listitem')
      .getByRole('button', { name: 'Revoke' })
      .click()
    await page.getByText('No access tokens').waitFor()
    await guest.page.reload()
    await guest.page.getByText('Please log in to view documents').waitFor()
    expect(await storedToken(guest.page)).toBeNull()
  } finally {
    await guest.close()
  }
}

async function dropForeignToken({ page }: Tab, portal: JourneyPortal): Promise<void> {
  const other = await openTab()
  try {
    await signInOnPage(other.page, { address: portal.address, ...loginOf(portal, 'jonas') })
    const token = await mintToken(other.page)
    await page.goto(`${portal.address}/documents?auth_token=${token}`)
    await accountMenu(page).filter({ hasText: 'Ingrid Solberg' }).waitFor()
    expect(await storedToken(page)).toBeNull()
  } finally {
    await other.close()
  }
}

type LogOut = (page: TestPage) => Promise<void>

/** One of two tabs logs out: both show the landing page, and the next login asks for a password. */
async function logOutInAllTabs({ page }: Tab, portal: JourneyPortal, logOut: LogOut): Promise<void> {
  const other = await page.context().newPage()
  await page.goto(`${portal.address}/documents`)
  // A page that redirects visitors to the login.
  await other.goto(`${portal.address}/chat`)
  for (const tab of [page, other]) await accountMenu(tab).waitFor()
  await page.evaluate("localStorage.setItem('auth_token', 'a.b.c')")
  await logOut(page)
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Login' }).waitFor()
    expect(tab.url()).toBe(`${portal.address}/`)
    expect(await tab.evaluate("localStorage.getItem('auth_token')")).toBeNull()
  }
  await other.close()
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid') })
}

async function fromTopBar(page: TestPage): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Top bar layout' }).click()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

async function fromSidebar(page: TestPage): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sidebar layout' }).click()
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Log out' }).click()
}
