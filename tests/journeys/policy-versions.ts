import { documentsApi } from '@portal/contracts/documents'
import type { TestPage } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { clientOfPage } from './client-of-page.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { type Edition, fileOf, ruleOf, title } from './parking-rules.ts'
import { expectAccessible, type Tab } from './tab.ts'

/** Documents of this department are approved by the head of quality, then by compliance. */
const department = 'Operations'
export const [head, compliance] = ['lena', 'ingrid'] as const

/** Reading a file, and the scheduler's next look, on a slow machine. */
const patienceMs = 90_000

/** How a person of the demo logs in at a page. */
export const at = (portal: JourneyPortal, username: string, returnTo: string) => ({
  ...{ address: portal.address, returnTo },
  ...loginOf(portal, username),
})
/** A version on the page of its document's versions. */
export const versionRow = (page: TestPage, edition: Edition) =>
  page.getByRole('article', { name: `Version ${edition}: ` })

export async function upload({ page }: Tab, portal: JourneyPortal): Promise<string> {
  await signInOnPage(page, at(portal, 'tomas', '/documents'))
  await page.getByRole('button', { name: 'Upload documents' }).click()
  await page.getByLabel(/choose files/).setInputFiles(fileOf(1))
  const form = page.getByRole('form', { name: 'Upload documents' })
  await form.getByLabel(/^Title/).fill(title)
  await form.getByLabel(/^Department/).selectOption(department)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  const uploaded = page.getByRole('region', { name: 'Uploaded now' })
  await uploaded.getByText('The assistant can cite it once it is approved.').waitFor({ timeout: patienceMs })
  await expectAccessible(page)
  await uploaded.getByRole('link', { name: `Open ${title}` }).click()
  await page.getByText('No version is in force yet').waitFor()
  const documentId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('link', { name: 'See its versions' }).click()
  await versionRow(page, 1).getByText('Pending approval').waitFor()
  return documentId
}

/** Opens what awaits this person for a version, and the page behind it in another tab. */
export async function openReview({ page }: Tab, edition: Edition) {
  const row = page.getByRole('article', { name: `${title}, version ${edition}` })
  await row.getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: `Review version ${edition}: ` })
  const look = async (link: RegExp) => {
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: link }).click()
    return await opened
  }
  const decide = async (button: string) => {
    await dialog.getByRole('button', { name: button }).click()
    await row.waitFor({ state: 'detached' })
  }
  return { dialog, look, decide }
}

export async function requestChanges(tab: Tab, portal: JourneyPortal): Promise<number> {
  await signInOnPage(tab.page, at(portal, head, '/approvals'))
  const since = performance.now()
  const { dialog, look, decide } = await openReview(tab, 1)
  const reading = await look(/^Read it and comment on it/)
  await reading.getByRole('button', { name: /^Comment on “A visitor may park/ }).click()
  await reading.getByLabel('Your comment').fill('Auditors stay longer than that.')
  await reading.getByRole('button', { name: 'Comment', exact: true }).click()
  await reading.getByRole('article', { name: ruleOf(1) }).waitFor()
  await expectAccessible(reading)
  await reading.close()
  await dialog.getByLabel(/^Comments/).fill('Please allow half a day.')
  await decide('Request changes')
  return performance.now() - since
}

export async function createVersion(page: TestPage, edition: Edition, isDraft: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Create New Version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Version' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Changes').fill(`Parking time of edition ${edition}.`)
  await dialog.getByLabel('File').setInputFiles(fileOf(edition))
  if (isDraft) await dialog.getByLabel(/^Save as a draft/).check()
  await dialog.getByRole('button', { name: 'Create Version' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The form takes days; the call takes a time, which a story need not wait a day for. */
export async function resubmit(
  { page }: Tab,
  { documentId, reviewMs }: { readonly documentId: string; readonly reviewMs: number },
): Promise<void> {
  const first = versionRow(page, 1)
  await first.getByText('Changes requested').waitFor()
  await first.getByRole('button', { name: 'View Details' }).click()
  const details = page.getByRole('dialog', { name: 'Version 1: ' })
  await details.getByText('Please allow half a day.').waitFor()
  await details.getByText('Auditors stay longer than that.').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await createVersion(page, 2, true)
  await versionRow(page, 2).getByText('Draft').waitFor()
  const client = await clientOfPage(page)
  const [newest] = await client.call(documentsApi.listVersions, { params: { id: documentId } })
  const effectiveAt = new Date(Date.now() + 8000 + reviewMs).toISOString()
  const params = { id: documentId, versionId: newest?.id ?? '' }
  await client.call(documentsApi.submitVersion, { params, body: { effectiveAt } })
  await versionRow(page, 2).getByText('Pending approval').waitFor()
}

export async function approve(tab: Tab, edition: Edition): Promise<void> {
  const { decide } = await openReview(tab, edition)
  await decide('Approve')
}

export async function expectInForce({ page }: Tab, documentId: string): Promise<void> {
  await versionRow(page, 2).getByText('Current Version').waitFor({ timeout: patienceMs })
  const client = await clientOfPage(page)
  const [version] = await client.call(documentsApi.listVersions, { params: { id: documentId } })
  const { activatedAt, effectiveAt } = version ?? {}
  expect(Date.parse(activatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(effectiveAt ?? ''))
}
