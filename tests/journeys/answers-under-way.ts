import { documentsApi } from '@portal/contracts/documents'
import type { TestPage } from '@portal/testkit/browser'
import { processesBelow } from '@portal/testkit/processes-below'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { clientOfPage } from './client-of-page.ts'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf, type StartedPortal } from './journey-portal.ts'
import { type SlowModel, slowQuestion } from './slow-model.ts'
import { expectAccessible, type Tab } from './tab.ts'

/** Of the first statement, which is checked and shown while the model still speaks. */
const said = /By the documents: A passenger .*adds EUR 0\.05 per kilometre/
const failure = 'Sorry, there was an error processing your message. Please try again.'
const ingestionMs = 120_000
const restartMs = 120_000

/** Answers that take their time, as somebody in a browser sees them; `kills`: a process each. */
export function describeAnswersUnderWay(
  composition: string,
  portal: () => StartedPortal,
  { model, kills }: { readonly model: SlowModel; readonly kills: boolean },
): void {
  const steps: Readonly<Record<string, Step>> = {
    'reads the first statement while the model still speaks': (tab, at) => readWhileItSpeaks(tab, at, model),
    'stops it: the model has nothing more to do, and the question is there again': (tab) =>
      stopIt(tab, model),
    'asks in the palette, where the statement comes in place, and Stop brings the list back': (tab) =>
      askInPalette(tab, model),
    'reloads in the middle of an answer and gets all of it, asked once': (tab) => reloadIt(tab, model),
    'gets the documents’ own words where the model says what they do not': (tab) => quoteInstead(tab, model),
    ...(kills && {
      'is told when the service is killed with -9 in the middle, and Retry answers': (tab: Tab) =>
        killIt(tab, { model, portalPid: portal().pid }),
    }),
  }
  describeSteps(`${composition}, with a slow model: somebody who waits`, steps, portal)
}

const answers = (page: TestPage) => page.getByRole('article', { name: 'Answer' })
const thinking = (page: TestPage) => page.getByText('AI is thinking...')

/** The form of the last conversation stays until the new one is there. */
async function beginConversation(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await page.getByRole('heading', { name: 'What do you need to know?' }).waitFor()
}

async function startAsking(page: TestPage): Promise<void> {
  await page.getByLabel('Your question').fill(slowQuestion)
  await page.keyboard.press('Enter')
  await thinking(page).waitFor()
}

async function readFirstStatement(page: TestPage): Promise<void> {
  await startAsking(page)
  await page.getByText(said).first().waitFor()
  await thinking(page).waitFor()
}

async function readWhileItSpeaks({ page }: Tab, portal: JourneyPortal, model: SlowModel): Promise<void> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid'), returnTo: '/chat' })
  await allAreRead(page)
  model.wordsMore = 3_000
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

async function stopIt({ page }: Tab, model: SlowModel): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => model.underWay).toBe(0)
  await expect.poll(() => page.getByLabel('Your question').inputValue()).toBe(slowQuestion)
  expect(await answers(page).count()).toBe(0)
}

async function askInPalette({ page }: Tab, model: SlowModel): Promise<void> {
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Search or ask' })
  await palette.getByRole('combobox').fill(slowQuestion)
  await palette.getByRole('option', { name: /Ask the assistant/ }).click()
  await palette.getByText(said).first().waitFor()
  await thinking(page).waitFor()
  await expectAccessible(page)
  await palette.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => model.underWay).toBe(0)
  await palette.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
}

async function reloadIt({ page }: Tab, model: SlowModel): Promise<void> {
  model.wordsMore = 180
  const before = model.timesAsked
  await readFirstStatement(page)
  await page.reload()
  const answer = answers(page).filter({ hasText: said })
  await answer.getByRole('button', { name: 'Open source 1: ' }).first().waitFor()
  await thinking(page).waitFor({ state: 'detached' })
  expect(await answers(page).count()).toBe(1)
  expect(model.timesAsked).toBe(before + 1)
}

async function quoteInstead({ page }: Tab, model: SlowModel): Promise<void> {
  model.isTrue = false
  model.wordsMore = 0
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

interface Kill {
  readonly model: SlowModel
  readonly portalPid: number
}

async function killIt({ page }: Tab, { model, portalPid }: Kill): Promise<void> {
  model.isTrue = true
  model.wordsMore = 3_000
  await beginConversation(page)
  await readFirstStatement(page)
  const chats = (await processesBelow(portalPid)).filter(({ command }) => /chat\/src\/main/.test(command))
  expect(chats).toHaveLength(1)
  for (const { pid } of chats) process.kill(pid, 'SIGKILL')
  await page.getByText(failure).waitFor({ timeout: restartMs })
  await expectAccessible(page)
  model.wordsMore = 0
  await expect.poll(() => retryOnce(page), { timeout: restartMs, interval: 500 }).toBe(true)
  expect(await page.getByText(failure).count()).toBe(0)
}
