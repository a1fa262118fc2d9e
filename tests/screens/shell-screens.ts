import type { TestPage } from '@portal/testkit/browser'
import { opens } from './opens.ts'
import type { ScreenAddress } from './screen-addresses.ts'

/** Pages that people print. */
const onPaperToo = ['chat-answered', 'document-docx', 'review-inline']

/** What the shell draws around and instead of screens. */
export function shellScreens(pages: readonly ScreenAddress[]): ScreenAddress[] {
  const printed = pages.filter(({ name }) => onPaperToo.includes(name))
  return [
    { name: 'keyboard-help', path: '/documents', act: openHelp },
    { name: 'user-menu', path: '/', act: openUserMenu },
    { name: 'drawer', path: '/', widest: 390, act: opens('Open menu') },
    { name: 'offline', path: '/documents', act: loseConnection },
    { name: 'screen-failed', path: '/', before: breakScreen },
    { name: 'session-over', path: '/team', act: endSession },
    { name: 'remote-missing', path: '/team', before: withoutRemote, isBusy: true },
    ...printed.map(({ name, path }) => ({ name: `print-${name}`, path, before: onPaper })),
  ]
}

async function openHelp(page: TestPage): Promise<void> {
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

async function openUserMenu(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menu').waitFor()
}

/** While something is typed. Only this page learns of it. */
async function endSession(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Invite Team Member' }).first().click()
  await page.getByRole('dialog').getByLabel('Email').fill('nadia@example.com')
  await page.route(/\/api\/session/, async (route) => {
    const response = await route.fetch()
    const nobody = { person: null, organization: null, role: null, permissions: [] }
    await route.fulfill({ response, json: { ...(await response.json()), ...nobody } })
  })
  await page.route(/\/api\/invitations/, (route) => route.fulfill({ status: 401, json: {} }))
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** Requests stay open, so that the portal is not found again. */
async function loseConnection(page: TestPage): Promise<void> {
  await page.route('**', () => undefined)
  await page.evaluate("dispatchEvent(new Event('offline'))")
  await page.getByText(/^You are offline\./).waitFor()
}

/** The screen throws while it is drawn. */
function breakScreen(page: TestPage): Promise<unknown> {
  return page.addInitScript('delete Date.prototype.getHours')
}

function withoutRemote(page: TestPage): Promise<unknown> {
  return page.route(/\/remotes\/team\//, (route) => route.abort())
}

function onPaper(page: TestPage): Promise<unknown> {
  return page.emulateMedia({ media: 'print' })
}
