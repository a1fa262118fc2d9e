import { comparable } from '@portal/testkit/independent-text'
import { fillSignInForm } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { citedPassage } from './cited-passage.ts'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { otherReading, type Policy, pathOf, policies, unanswered } from './policies.ts'
import { expectAccessible, type Tab } from './tab.ts'

const ingestionMs = 90_000

/**
 * The journey of a newly registered person, from the landing page and back, with the demo's login
 * that has no organization. The portal may run in any composition.
 */
export function describeMainJourney(name: string, portal: () => JourneyPortal): void {
  describeSteps(`${name}: someone without an organization`, steps, portal)
}

const steps: Readonly<Record<string, Step>> = {
  'comes from the landing page through Login to the onboarding': signIn,
  'creates an organization and is on its dashboard, which says what to do first': createOrganization,
  'adds sample policies in one click, and takes them out again': trySamples,
  'goes from there to the empty library': openLibrary,
  'uploads a PDF, a DOCX and a TXT, each of which becomes ready': upload,
  'sees what is known of a document': openDetails,
  'opens the assistant': openAssistant,
  ...Object.fromEntries(
    policies.map((policy) => [
      `asks, and the citation opens the ${policy.format} at exactly its passage`,
      (tab: Tab) => openCitation(tab, policy),
    ]),
  ),
  'is told that the documents do not answer what they do not': askInVain,
  'logs out and is a visitor on the landing page': signOut,
}

async function signIn({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await page.goto(portal.address)
  await page.getByRole('heading', { name: /^Ask your policies/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Login' }).click()
  await fillSignInForm(page, loginOf(portal, 'noor'))
  await page.getByRole('heading', { name: 'Welcome to Portal, Noor' }).waitFor()
  await expectAccessible(page)
}

async function createOrganization({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Organization Name').fill('Journey & Sons')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Organization' }).click()
  await page.getByText('No documents found').waitFor()
  await page.getByRole('link', { name: /^Journey & Sons .* home$/ }).waitFor()
  await page.getByRole('heading', { name: 'Welcome to Journey & Sons' }).waitFor()
  await page.getByText('0 of 4 done').waitFor()
  await page.getByText('Total Questions').waitFor()
  await expectAccessible(page)
}

async function trySamples({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Add sample policies' }).click()
  const questions = page.getByRole('list', { name: 'Questions to the sample policies' })
  await questions.getByRole('link').first().waitFor()
  await page.getByText('5 sample policies in your library').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove samples' }).click()
  await page.getByText('No policy at hand?').waitFor()
  await page.getByText('No documents found').waitFor()
}

async function openLibrary({ page }: Tab): Promise<void> {
  await page.getByRole('link', { name: 'Upload a policy' }).click()
  await page.getByRole('heading', { name: 'Document Library' }).waitFor()
  await page.getByText('No documents found').waitFor()
  await expectAccessible(page)
}

async function upload({ page }: Tab): Promise<void> {
  await page.getByLabel(/choose files/).setInputFiles(policies.map(pathOf))
  await expectAccessible(page)
  const trace = nextTrace(page, '/api/documents')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  expect(await trace).toMatch(begunTrace)
  const uploads = page.getByRole('region', { name: 'Uploaded now' }).getByRole('listitem')
  for (const { file } of policies) {
    const ready = uploads.filter({ hasText: file }).getByText('Ready. The assistant can cite it now.')
    await ready.waitFor({ timeout: ingestionMs })
  }
  await expectAccessible(page)
}

async function openDetails({ page }: Tab): Promise<void> {
  const [{ file }] = policies
  await page.getByRole('article', { name: file }).getByRole('button', { name: 'View Details' }).click()
  await page.getByRole('alertdialog').getByText(file).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'OK' }).click()
}

async function openAssistant({ page }: Tab): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'AI Assistant' }).click()
  await page.getByRole('heading', { name: 'What do you need to know?' }).waitFor()
  await page.getByRole('status', { name: 'Loading suggestions' }).waitFor({ state: 'detached' })
  await expectAccessible(page)
}

async function openCitation({ page }: Tab, policy: Policy): Promise<void> {
  const answer = await ask(page, policy.question)
  await answer.getByRole('button', { name: 'Open source 1: ' }).first().click()
  const mark = page.getByRole('complementary', { name: 'Evidence' }).locator('mark')
  await mark.waitFor()
  const passage = await citedPassage(page)
  expect(passage.title).toBe(policy.file)
  expect(await mark.allTextContents()).toEqual([passage.text])
  expect(await otherReading(policy)).toContain(comparable(passage.text))
  await expect.poll(() => isInView(page)).toBe(true)
  await expectAccessible(page)
  // Back closes the evidence and stays in the conversation (decision 79).
  await page.goBack()
  await mark.waitFor({ state: 'detached' })
  await answer.waitFor()
}

async function askInVain({ page }: Tab): Promise<void> {
  const answer = await ask(page, unanswered)
  await answer.getByText('No clear answer in the approved documents', { exact: true }).waitFor()
  expect(await answer.getByRole('button', { name: /^Open source/ }).count()).toBe(0)
  await expectAccessible(page)
}

async function signOut({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click()
  const logOut = page.getByRole('menuitem', { name: 'Log out' })
  await logOut.waitFor()
  await expectAccessible(page)
  await logOut.click()
  await page.getByRole('link', { name: 'Login' }).waitFor()
  expect(page.url()).toBe(`${address}/`)
  await page.goto(`${address}/documents`)
  await page.getByText('Please log in').first().waitFor()
}

async function ask(page: Tab['page'], question: string) {
  const answers = page.getByRole('article', { name: 'Answer' })
  const before = await answers.count()
  await page.getByLabel('Your question').fill(question)
  const trace = nextTrace(page, '/api/chat/stream')
  await page.keyboard.press('Enter')
  expect(await trace).toMatch(begunTrace)
  const answer = answers.nth(before)
  await answer.waitFor()
  return answer
}

const begunTrace = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/

/** The trace that the next POST to an address begins. */
async function nextTrace(page: Tab['page'], path: string): Promise<string | null> {
  const isNext = (method: string, url: string) => method === 'POST' && new URL(url).pathname === path
  const sent = await page.waitForRequest((request) => isNext(request.method(), request.url()))
  return sent.headerValue('traceparent')
}

/** Whether the start of the marked passage is in the viewport. */
async function isInView(page: Tab['page']): Promise<boolean> {
  const box = await page.locator('mark').boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y < height
}
