import type { Client } from '@portal/contracts/client'
import { type Document, documentsApi } from '@portal/contracts/documents'
import type { TestPage } from '@portal/testkit/browser'
import { opens } from './opens.ts'
import type { ScreenAddress } from './screen-addresses.ts'
import { unusualIds } from './unusual-documents.ts'

/** Demo documents whose pages and states are photographed, by ID. */
const ids = { word: 'POL-LC-01', plain: 'SOP-LC-05', campaign: 'POL-HR-01', pending: 'SOP-OPS-01' }

/** States of documents that no route alone leads to, as far as this person sees them. */
export async function documentScreens(client: Client, isSteward: boolean): Promise<ScreenAddress[]> {
  const documents = await client.call(documentsApi.listDocuments, { query: {} })
  const pageOf = (customId: string) => {
    const found = documents.find((one) => one.customId === customId)
    return found ? [found] : []
  }
  return [
    { name: 'library-cards', path: '/documents?view=cards' },
    { name: 'library-table', path: '/documents?view=table' },
    { name: 'library-search', path: '/documents?q=excursion' },
    { name: 'library-nothing', path: '/documents?q=pancakes' },
    { name: 'library-department', path: '/documents?department=1&status=active' },
    { name: 'library-details', path: '/documents', act: opens('View Details') },
    { name: 'bell', path: '/to-read', act: openBell },
    ...pageOf(ids.word).map((one) => ({ name: 'document-docx', path: `/documents/${one.id}` })),
    ...pageOf(ids.plain).map((one) => ({ name: 'document-txt', path: `/documents/${one.id}?find=review` })),
    ...pageOf(ids.campaign).flatMap((one) => campaignScreens(one, isSteward)),
    ...pageOf(ids.pending).flatMap((one) => (isSteward ? versionScreens(one) : [])),
    ...pageOf(unusualIds.unreadable).map((one) => ({
      name: 'document-failed',
      path: `/documents/${one.id}`,
    })),
    // Managers see the draft of somebody else, and cannot submit it.
    ...(isSteward ? pageOf(unusualIds.draft) : []).map((one) => ({
      name: 'version-submit',
      path: `/documents/${one.id}/versions`,
      act: opens('Submit'),
    })),
    ...(await approvalScreens(client)),
    ...(isSteward ? stewardScreens : []),
  ]
}

const stewardScreens: readonly ScreenAddress[] = [
  { name: 'library-chosen', path: '/documents?view=table', act: chooseTwo },
  { name: 'library-chosen-acts', path: '/documents?view=table', widest: 768, act: unfoldActs },
  { name: 'library-visibility', path: '/documents', act: openMenuItem('Who can see it...') },
  { name: 'library-delete', path: '/documents', act: opens('Delete') },
  { name: 'upload', path: '/documents', act: chooseFiles },
  { name: 'evidence-pack', path: '/documents', act: opens('Evidence pack') },
  { name: 'contradictions', path: '/documents/contradictions' },
  { name: 'synonyms', path: '/documents/synonyms' },
  { name: 'rule-dialog', path: '/approvals/rules', act: opens(/^Edit rule/) },
]

function campaignScreens({ id }: Document, isSteward: boolean): ScreenAddress[] {
  return [
    { name: 'document-asked', path: `/documents/${id}` },
    { name: 'versions', path: `/documents/${id}/versions` },
    ...(isSteward
      ? [
          { name: 'campaign-people', path: `/documents/${id}`, act: showPeople },
          { name: 'version-details', path: `/documents/${id}/versions`, act: opens('View Details') },
          { name: 'version-dialog', path: `/documents/${id}/versions`, act: opens('Create New Version') },
          { name: 'document-dates', path: `/documents/${id}`, act: openDates },
        ]
      : []),
  ]
}

function versionScreens({ id }: Document): ScreenAddress[] {
  return [{ name: 'versions-pending', path: `/documents/${id}/versions?tab=pending` }]
}

async function approvalScreens(client: Client): Promise<ScreenAddress[]> {
  const [asked] = await client.call(documentsApi.listPendingApprovals, {})
  const absence = { name: 'absence', path: '/approvals', act: opens(/absence\.\.\.$/) }
  if (!asked) return [absence]
  const { documentId, id } = asked.version
  return [
    absence,
    { name: 'review-dialog', path: '/approvals', act: opens('Review') },
    { name: 'review-text', path: `/documents/${documentId}?version=${id}&view=text` },
    { name: 'review-inline', path: `/documents/${documentId}/versions/${id}/difference?view=inline` },
  ]
}

async function openBell(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'See all' }).waitFor()
}

async function chooseTwo(page: TestPage): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Choose / })
  await boxes.nth(0).check()
  await boxes.nth(2).check()
}

async function unfoldActs(page: TestPage): Promise<void> {
  await chooseTwo(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
}

function openMenuItem(name: string) {
  return async (page: TestPage) => {
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').waitFor()
  }
}

async function openDates(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Change dates...' }).click()
  await page.getByRole('dialog').waitFor()
}

async function showPeople(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Show people' }).click()
  await page.getByRole('list', { name: 'People' }).waitFor()
}

const text = (name: string, content: string) => ({
  ...{ name, mimeType: 'text/plain' },
  buffer: Buffer.from(content),
})
const policy = (subject: string, stamp: number) =>
  `${subject} Policy\n\n1. Purpose\n\nThis policy is number ${stamp} of Halden Medical.\n`

/** Two files sent, then a choice of three with one of a wrong type. */
async function chooseFiles(page: TestPage): Promise<void> {
  const picker = page.getByLabel(/choose files/)
  if ((await picker.count()) === 0) await page.getByRole('button', { name: 'Upload documents' }).click()
  const stamp = Date.now()
  await picker.setInputFiles([
    text(`key-register-${stamp}.txt`, policy('Key Register', stamp)),
    text(
      `visitor-parking-rules-of-all-three-sites-with-annexes-${stamp}.txt`,
      policy('Visitor Parking', stamp),
    ),
  ])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Ready. The assistant can cite it now.').first().waitFor({ timeout: 120_000 })
  await page.getByRole('region', { name: 'Proposed titles' }).waitFor({ timeout: 120_000 })
  await picker.setInputFiles([
    text('clean-desk.txt', policy('Clean Desk', stamp)),
    text('canteen-rules.txt', policy('Canteen', stamp)),
    { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('PNG') },
  ])
}
