import { documentsApi } from '@portal/contracts/documents'
import type { TestPage } from '@portal/testkit/browser'
import {
  type MisbehavingModel,
  promptOf,
  startMisbehavingModel,
} from '@portal/testkit/models/misbehaving-model'
import type { ModelPrompt } from '@portal/testkit/models/model-turn'
import { questionOf, quotingReader } from '@portal/testkit/models/prompt-readers'
import type { PortalStart } from '@portal/testkit/portal-process'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { afterAll, describe, expect } from 'vitest'
import { processesBelow } from '../drills/slow-start/slow-down.ts'
import { clientOfPage } from './client-of-page.ts'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf, type StartedPortal, startForThisFile } from './journey-portal.ts'
import { expectAccessible, type Tab } from './tab.ts'

/** Nobody of the demo asks it, so that only this journey's answers are slow. */
const question = 'What does a passenger add per kilometre?'
/** Of the first statement, which is checked and shown while the model still speaks. */
const said = /By the documents: A passenger .*adds EUR 0\.05 per kilometre/
const failure = 'Sorry, there was an error processing your message. Please try again.'
const ingestionMs = 120_000
const restartMs = 120_000

/** After its first statement the model says so many words more. */
let wordsMore = 0
/** Whether its quotations are of the documents. */
let isTrue = true
let model: MisbehavingModel

const steps: Readonly<Record<string, Step>> = {
  'reads the first statement while the model still speaks': readWhileItSpeaks,
  'stops it: the model has nothing more to do, and the question is there again': stopIt,
  'reloads in the middle of an answer and gets all of it, asked once': reloadIt,
  'gets the documents’ own words where the model says what they do not': quoteInstead,
}
const killed = 'is told when the service is killed with -9 in the middle, and Retry answers'

describe('one process', () => {
  describeSteps('one process, with a slow model: somebody who waits', steps, startWithModel('start'))
})

describe('a process each', () => {
  const portal = startWithModel('start:services')
  const all = { ...steps, [killed]: (tab: Tab) => killIt(tab, portal().pid) }
  describeSteps('a process each, with a slow model: somebody who waits', all, portal)
})

function startWithModel(command: PortalStart['command']): () => StartedPortal {
  const portal = startForThisFile(command, async () => {
    wordsMore = 0
    isTrue = true
    model = await startMisbehavingModel({ reads: speak })
    model.usual = { tokenMs: 20 }
    return { environment: { ...process.env, MODEL_URL: model.url } }
  })
  afterAll(() => model.close())
  return portal
}

function speak(prompt: ModelPrompt): string {
  const reply = quotingReader(prompt)
  if (questionOf(prompt) !== question) return reply
  const statement = reply.replace(/\nOUTCOME: \w+$/, '')
  const proven = isTrue ? statement : statement.replaceAll('0.05', '0.50')
  return `${proven} ${'and so on '.repeat(wordsMore / 3)}\nOUTCOME: answered`
}

const answers = (page: TestPage) => page.getByRole('article', { name: 'Answer' })
const thinking = (page: TestPage) => page.getByText('AI is thinking...')
const asked = () => model.asked.filter((body) => questionOf(promptOf(body)) === question)

/** The form of the last conversation stays until the new one is there. */
async function beginConversation(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await page.getByRole('heading', { name: 'What do you need to know?' }).waitFor()
}

async function startAsking(page: TestPage): Promise<void> {
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  await thinking(page).waitFor()
}

async function readFirstStatement(page: TestPage): Promise<void> {
  await startAsking(page)
  await page.getByText(said).first().waitFor()
  await thinking(page).waitFor()
}

async function readWhileItSpeaks({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid'), returnTo: '/chat' })
  await allAreRead(page)
  wordsMore = 3_000
  await readFirstStatement(page)
  expect(await page.getByLabel('Your question').isDisabled()).toBe(true)
  expect(model.underWay).toBeGreaterThan(0)
}

/** The portal is ready before all documents of its demo are. */
async function allAreRead(page: TestPage): Promise<void> {
  const client = await clientOfPage(page)
  const unread = async () => {
    const documents = await client.call(documentsApi.listDocuments, { query: {} })
    return documents.flatMap(({ title, ingestion }) => (ingestion.state === 'ready' ? [] : [title]))
  }
  await expect.poll(unread, { timeout: ingestionMs, interval: 500 }).toEqual([])
}

async function stopIt({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => model.underWay).toBe(0)
  await expect.poll(() => page.getByLabel('Your question').inputValue()).toBe(question)
  expect(await answers(page).count()).toBe(0)
}

async function reloadIt({ page }: Tab): Promise<void> {
  wordsMore = 180
  const before = asked().length
  await readFirstStatement(page)
  await page.reload()
  const answer = answers(page).filter({ hasText: said })
  await answer.getByRole('button', { name: 'Open source 1: ' }).first().waitFor()
  await thinking(page).waitFor({ state: 'detached' })
  expect(await answers(page).count()).toBe(1)
  expect(asked()).toHaveLength(before + 1)
}

async function quoteInstead({ page }: Tab): Promise<void> {
  isTrue = false
  wordsMore = 0
  await beginConversation(page)
  await startAsking(page)
  const answer = answers(page).filter({ hasText: 'these are the documents’ own words' })
  await answer
    .getByText(/adds EUR 0\.05 per kilometre/)
    .first()
    .waitFor()
  expect(await page.getByText('0.50 per kilometre').count()).toBe(0)
  await expectAccessible(page)
}

/** Presses Retry if it is there, as it is until the service has started; whether it answered. */
async function retryOnce(page: TestPage): Promise<boolean> {
  const retry = page.getByRole('button', { name: 'Retry' })
  if (await retry.isVisible()) await retry.click()
  const answer = answers(page).filter({ hasText: said })
  return answer.getByRole('button', { name: 'Open source 1: ' }).isVisible()
}

async function killIt({ page }: Tab, portalPid: number): Promise<void> {
  isTrue = true
  wordsMore = 3_000
  await beginConversation(page)
  await readFirstStatement(page)
  const chats = (await processesBelow(portalPid)).filter(({ command }) => /chat\/src\/main/.test(command))
  expect(chats).toHaveLength(1)
  for (const { pid } of chats) process.kill(pid, 'SIGKILL')
  await page.getByText(failure).waitFor({ timeout: restartMs })
  await expectAccessible(page)
  wordsMore = 0
  await expect.poll(() => retryOnce(page), { timeout: restartMs, interval: 500 }).toBe(true)
  expect(await page.getByText(failure).count()).toBe(0)
}
