import { setTimeout as delay } from 'node:timers/promises'
import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { GoldenRun } from '@portal/contracts/golden-questions'
import type { TestPage } from '@portal/testkit/browser'
import { askOnce, questions } from './asked-questions.ts'
import { changed, emptied, held, refused } from './chosen-responses.ts'
import { opens } from './opens.ts'
import type { ScreenAddress } from './screen-addresses.ts'

/** Golden questions with the demo document that should answer; the last of them is not answered. */
const golden = [
  { question: questions.answered, customId: 'POL-FIN-01', words: '' },
  { question: 'How many days a week may I work from home?', customId: 'POL-HR-01', words: 'two days' },
  { question: 'Who buys the flowers for the reception?', customId: 'POL-LC-01', words: '' },
]

const patienceMs = 120_000
const pauseMs = 500

/**
 * What is learned from answers, which the demo has not by itself: a question that nobody got
 * answered becomes a gap, one was sent to an owner, one is verified, and golden questions ran.
 */
export async function learnFromAnswers(steward: Client, people: readonly Client[]): Promise<void> {
  for (const person of people) await askOnce(person, questions.closest)
  await sendToOwner(people[1] ?? steward)
  await verify(steward)
  await askGolden(steward)
}

async function sendToOwner(person: Client): Promise<void> {
  const { message } = await askOnce(person, 'May I bring my dog to the office?')
  if (message.sentAt !== undefined) return
  const params = { id: message.id }
  const { document } = await person.call(chatApi.readOwnerToAsk, { params })
  if (document) await person.call(chatApi.sendToOwner, { params, body: { documentId: document.id } })
}

async function verify(steward: Client): Promise<void> {
  const present = await steward.call(chatApi.listVerifiedAnswers, { query: {} })
  const { message } = await askOnce(steward, questions.answered)
  if (present.length > 0 || message.citations.length === 0) return
  const body = { messageId: message.id, question: questions.answered, content: message.content }
  await steward.call(chatApi.verifyAnswer, { body })
}

async function askGolden(steward: Client): Promise<void> {
  const present = await steward.call(chatApi.listGoldenQuestions, { query: {} })
  if (present.length === 0) {
    const documents = await steward.call(documentsApi.listDocuments, { query: {} })
    for (const { customId, ...body } of golden) {
      const documentId = documents.find((one) => one.customId === customId)?.id
      if (documentId) await steward.call(chatApi.addGoldenQuestion, { body: { ...body, documentId } })
    }
  }
  await steward.call(chatApi.runGoldenQuestions, {})
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(pauseMs)) {
    const runs = await steward.call(chatApi.listGoldenRuns, { query: {} })
    if (runs.every(({ state }) => state !== 'running')) return
  }
  throw new Error('The golden questions were not asked in two minutes.')
}

const gaps = /\/api\/chat\/gaps(?:\?|$)/
const verified = /\/api\/chat\/verified-answers(?:\?|$)/
const goldenQuestions = /\/api\/chat\/golden-questions(?:\?|$)/
const goldenRuns = /\/api\/chat\/golden-runs(?:\?|$)/

/** The screens of what is learned from answers in their states, for stewards. */
export function learnedScreens(): ScreenAddress[] {
  return [
    { name: 'gaps-none', path: '/gaps', before: emptied(gaps) },
    { name: 'gaps-loading', path: '/gaps', before: held(gaps), isBusy: true },
    { name: 'gaps-failed', path: '/gaps', before: refused(gaps) },
    { name: 'gap-dialog', path: '/gaps', act: opens('Change') },
    { name: 'verified-none', path: '/verified-answers', before: emptied(verified) },
    { name: 'verified-withdraw', path: '/verified-answers', act: opens('Withdraw') },
    { name: 'chat-verified', path: '/chat', act: askVerified },
    { name: 'golden-none', path: '/golden-questions', before: goldenNone },
    { name: 'golden-running', path: '/golden-questions', before: changed(goldenRuns, running) },
    { name: 'golden-trend', path: '/golden-questions', before: changed(goldenRuns, longTrend) },
    { name: 'golden-dialog', path: '/golden-questions', act: opens('Add question') },
    { name: 'golden-remove', path: '/golden-questions', act: opens(/^(?:Remove|Delete)/) },
  ]
}

async function goldenNone(page: TestPage): Promise<void> {
  await emptied(goldenQuestions)(page)
  await emptied(goldenRuns)(page)
}

function running([latest, ...before]: GoldenRun[]): unknown {
  return [{ ...latest, state: 'running', asked: 1, finishedAt: null }, ...before]
}

const dayMs = 86_400_000

/** The runs of half a year, getting better. */
function longTrend([latest]: GoldenRun[]): unknown {
  const startedAt = (weeks: number) => new Date(Date.now() - weeks * 7 * dayMs).toISOString()
  return Array.from({ length: 24 }, (_, at) => ({
    ...latest,
    id: `${latest?.id.slice(0, -2)}${String(at + 10)}`,
    cause: at % 3 === 0 ? 'activation' : 'demand',
    state: at === 7 ? 'failed' : 'finished',
    ...{ questions: 40, asked: 40, answered: 38 - Math.floor(at / 2), right: 36 - at },
    startedAt: startedAt(at),
    finishedAt: startedAt(at),
  }))
}

/** The same question again gets the verified answer first. */
async function askVerified(page: TestPage): Promise<void> {
  await page.getByLabel('Your question').fill(questions.answered)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Verified answer' }).waitFor()
}
