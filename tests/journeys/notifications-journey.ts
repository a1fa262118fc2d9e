import type { TestPage } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { moveTo } from './move-to.ts'
import { expectAccessible, type Tab } from './tab.ts'

/** The author of the demo's versions, which others have decided about. */
export function describeNotificationsJourney(composition: string, portal: () => JourneyPortal): void {
  describeSteps(`${composition}: somebody whose versions were decided about`, steps, portal)
}

const steps: Readonly<Record<string, Step>> = {
  'sees at the bell that something is new, and opens it by keyboard': openBell,
  'reads all of it on its page, in a narrow window too': readPage,
  'switches the daily mail off, which is remembered': switchMailOff,
  'marks all as read, which the bell and another tab follow': readAll,
}

const bell = (page: TestPage) => page.getByRole('button', { name: /^Notifications/ })
const unreadBell = (page: TestPage) => page.getByRole('button', { name: /^Notifications, \d+ unread/ })
const list = (page: TestPage) => page.getByRole('list', { name: 'Notifications' })

async function openBell({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'tomas') })
  await unreadBell(page).waitFor()
  await moveTo(page, bell(page))
  await page.keyboard.press('Enter')
  const newest = page.getByRole('region', { name: 'Newest notifications' })
  await newest.getByRole('listitem').first().waitFor()
  const header = await page.getByRole('banner').boundingBox()
  const panel = await page.getByRole('dialog', { name: 'Notifications' }).boundingBox()
  expect(panel?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Infinity))
  await expectAccessible(page)
  await moveTo(page, newest.getByRole('link', { name: 'See all' }))
  await page.keyboard.press('Enter')
}

async function readPage({ page }: Tab): Promise<void> {
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/notifications')
  await list(page).getByRole('listitem').first().waitFor()
  await page.getByRole('checkbox', { name: /^Send me a mail/ }).waitFor()
  await expectAccessible(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  if (size) await page.setViewportSize(size)
}

async function switchMailOff({ page }: Tab): Promise<void> {
  const box = page.getByRole('checkbox', { name: /^Send me a mail/ })
  expect(await box.isChecked()).toBe(true)
  await box.click()
  await expect.poll(() => savedSetting(page), { timeout: 45_000 }).toBe(false)
  await page.reload()
  await box.waitFor()
  expect(await box.isChecked()).toBe(false)
  await box.click()
  await expect.poll(() => savedSetting(page), { timeout: 45_000 }).toBe(true)
}

function savedSetting(page: TestPage): Promise<unknown> {
  return page.evaluate(
    "fetch('/api/notifications/settings').then((answer) => answer.json()).then(({ hasDigest }) => hasDigest)",
  )
}

async function readAll({ page }: Tab): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  await unreadBell(other).waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await expect.poll(() => list(page).getByText('Unread:').count(), { timeout: 45_000 }).toBe(0)
  await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await expect.poll(() => list(other).getByText('Unread:').count(), { timeout: 45_000 }).toBe(0)
  await other.close()
}
