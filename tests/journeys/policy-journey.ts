import { documentsApi } from '@portal/contracts/documents'
import type { TestPage } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { citedPassage } from './cited-passage.ts'
import { clientOfPage } from './client-of-page.ts'
import { expectDemoStory } from './demo-story.ts'
import { describeSteps, type Guest, type Step } from './describe-steps.ts'
import { verifyEvidenceOffline } from './evidence-pack.ts'
import type { JourneyPortal } from './journey-portal.ts'
import { question, ruleOf, title } from './parking-rules.ts'
import {
  approve,
  at,
  compliance,
  createVersion,
  expectInForce,
  head,
  openReview,
  requestChanges,
  resubmit,
  upload,
  versionRow,
} from './policy-versions.ts'
import { expectAccessible, type Tab } from './tab.ts'

const reader = 'marek'

/** A policy's life at the demo's organization: its author, two approvers, and a reader. */
export function describePolicyJourney(name: string, portal: () => JourneyPortal): void {
  describeSteps(`${name}: a policy team`, stepsOf(), portal)
}

function stepsOf(): Readonly<Record<string, Step>> {
  let documentId = ''
  let reviewMs = 0
  return {
    'the author uploads a policy, which awaits two approvals': async (author, portal) => {
      documentId = await upload(author, portal)
    },
    'beside it the demo tells its story': async ({ page }) => expectDemoStory(await clientOfPage(page)),
    'the first approver comments on a passage and requests changes': async (_author, portal, guest) => {
      reviewMs = await requestChanges(await guest(head), portal)
    },
    'the author reads why, and submits another version for a later time': async (author, portal, guest) => {
      // Logged in already, so that what follows takes no longer than the review before it.
      const second = await guest(compliance)
      await signInOnPage(second.page, at(portal, compliance, '/approvals'))
      await resubmit(author, { documentId, reviewMs })
    },
    'both approve it, one after the other, and it is scheduled': approveBoth,
    'it takes effect by itself, not before its time': (author) => expectInForce(author, documentId),
    'people are asked to read it, and one acknowledges it': async (author, portal, guest) => {
      await startCampaign(author)
      await acknowledge(await guest(reader), portal)
    },
    'the assistant answers from it': async (_author, portal, guest) =>
      askAndOpen(await guest(reader), portal, documentId),
    'a new version is approved by people who see the difference, and activated': replace,
    'the old citation still opens the old version, marked as superseded': async (_author, _portal, guest) =>
      openOldCitation(await guest(reader)),
    'the evidence pack tells all of it, and is verified offline': verifyEvidence,
  }
}

async function approveBoth({ page }: Tab, _portal: JourneyPortal, guest: Guest): Promise<void> {
  await approve(await guest(head), 2)
  await approve(await guest(compliance), 2)
  await versionRow(page, 2).getByText('Scheduled').waitFor()
  await expectAccessible(page)
}

async function startCampaign({ page }: Tab): Promise<void> {
  await versionRow(page, 2).getByRole('button', { name: 'Start campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask people to read version 2' })
  await dialog.getByRole('button', { name: 'Start campaign' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function acknowledge({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await signInOnPage(page, at(portal, reader, '/to-read'))
  const asked = page.getByRole('article', { name: `${title}, version 2` })
  await asked.getByRole('button', { name: 'I have read and understood version 2' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: title }).getByText('version 2').waitFor()
  await expectAccessible(page)
}

/** The index may follow the activation by a moment. */
async function askAndOpen({ page }: Tab, { address }: JourneyPortal, documentId: string): Promise<void> {
  const client = await clientOfPage(page)
  const find = () => client.call(documentsApi.searchPassages, { query: { q: question } })
  const found = async () => (await find()).passages.map((passage) => passage.documentId)
  await expect.poll(found, { timeout: 60_000, interval: 1000 }).toContain(documentId)
  await page.goto(`${address}/chat`)
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article', { name: 'Answer' })
  await answer
    .getByRole('button', { name: /^Open source 1: / })
    .first()
    .click()
  await expectCited(page, 'Current Version')
}

/** The panel marks the rule of the second version. */
async function expectCited(page: TestPage, state: string): Promise<void> {
  const evidence = page.getByRole('complementary', { name: 'Evidence' })
  await evidence.getByText(state, { exact: true }).waitFor()
  const version = evidence.locator('dt:text-is("Version") + dd')
  await version.waitFor()
  expect(await version.textContent()).toBe('2')
  const passage = await citedPassage(page)
  expect(passage).toEqual({ title, text: ruleOf(2) })
  expect(await evidence.locator('mark').allTextContents()).toEqual([passage.text])
}

async function replace({ page }: Tab, _portal: JourneyPortal, guest: Guest): Promise<void> {
  await createVersion(page, 3, false)
  const first = await guest(head)
  const { look, decide } = await openReview(first, 3)
  const difference = await look(/^See what changed/)
  await difference.getByRole('heading', { name: 'Version 2 to version 3' }).waitFor()
  await difference.locator('del', { hasText: 'four' }).first().waitFor()
  await difference.locator('ins', { hasText: 'six' }).first().waitFor()
  await expectAccessible(difference)
  await difference.close()
  await decide('Approve')
  await approve(await guest(compliance), 3)
  await versionRow(page, 3).getByRole('button', { name: 'Activate' }).click()
  await versionRow(page, 3).getByText('Current Version').waitFor()
  await versionRow(page, 2).getByText('Superseded').waitFor()
}

async function openOldCitation({ page }: Tab): Promise<void> {
  await page.reload()
  await expectCited(page, 'Superseded')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open document' }).click()
  await page.getByText('This is version 2, superseded by version 3.').waitFor()
  const text = page.getByRole('article', { name: `Text of ${title}` })
  await expect.poll(() => text.locator('mark').allTextContents()).toEqual([ruleOf(2)])
}

async function verifyEvidence(author: Tab): Promise<void> {
  const output = await verifyEvidenceOffline(author)
  for (const line of ['1 document with 3 versions', '5 decisions', '1 comment,', '1 acknowledgement,'])
    expect(output).toContain(line)
}
