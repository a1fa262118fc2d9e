import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import type { ChatModel } from '@portal/service-kit/ports/chat-model'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually, type Learning, startLearning } from '../learned.fixture.ts'

const usage = { promptTokens: 900, answerTokens: 100, isEstimate: false }
/** What an answer holds while it is made: its prompt, of some thirty tokens, and an answer. */
const reservedMax = 1040
const inAll = 6000

/** Quotes the first passage, and counts the answers asked of it. */
class Quoting implements ChatModel {
  readonly model = 'first passage'
  asked = 0

  async *answer({ passages: [first] }: Parameters<ChatModel['answer']>[0]): ReturnType<ChatModel['answer']> {
    this.asked += 1
    if (first) yield { type: 'quote' as const, passageId: first.id, start: 0, end: first.text.length }
    yield {
      type: 'outcome' as const,
      outcome: first ? ('answered' as const) : ('no_evidence' as const),
      usage,
    }
  }

  async check(): Promise<void> {}
}

const model = new Quoting()
const quoting = new Quoting()
let portal: Learning
let documentId: string

beforeAll(async () => {
  portal = await startLearning({ model, quoting, tokens: { person: inAll, organization: inAll } })
})
afterAll(() => portal.stop())
beforeEach(async () => {
  portal.begin()
  documentId = (await portal.put('retention', 'Records are kept for seven years.')).documentId
  await portal.settled()
  model.asked = 0
  quoting.asked = 0
})

const steward = () => portal.as('steward', 'admin')
const use = () => steward().call(assistantApi.readAssistant, {})
const switchOff = () => steward().call(assistantApi.changeAssistant, { body: { isModelUsed: false } })
const addGolden = (question: string) =>
  steward().call(chatApi.addGoldenQuestion, { body: { question, documentId, words: '' } })
/** Runs all golden questions. */
async function runGolden() {
  const { id } = await steward().call(chatApi.runGoldenQuestions, {})
  return eventually(async () => {
    const runs = await steward().call(chatApi.listGoldenRuns, { query: {} })
    const run = runs.find((each) => each.id === id)
    expect(run?.state).not.toBe('running')
    return run
  })
}

it('golden questions are charged to the organization, and to no person', async () => {
  await addGolden('How long is retention?')
  await addGolden('What about retention?')
  expect(await runGolden()).toMatchObject({ state: 'finished', right: 2 })
  expect(model.asked).toBe(2)
  expect(await use()).toMatchObject({ usedToday: 2000, people: [] })
})

it('golden questions are quoted where the organization has switched its model off', async () => {
  await addGolden('How long is retention?')
  await switchOff()
  expect(await runGolden()).toMatchObject({ state: 'finished', right: 1 })
  expect([model.asked, quoting.asked]).toEqual([0, 1])
  expect(await use()).toMatchObject({ usedToday: 0 })
})

it('background work leaves half of the budget to the people', async () => {
  for (let at = 0; at < 5; at += 1) await addGolden(`How long is retention ${at}?`)
  expect(await runGolden()).toMatchObject({ state: 'finished', asked: 5, right: 5 })
  const { usedToday } = await use()
  expect(usedToday).toBe(model.asked * 1000)
  expect(usedToday).toBeGreaterThan(0)
  expect(usedToday).toBeLessThanOrEqual(inAll / 2)
  expect(quoting.asked).toBe(5 - model.asked)
  const before = model.asked
  const answer = await portal.ask('ann', 'How long is retention?')
  expect([answer.quotedBecause, model.asked]).toEqual([undefined, before + 1])
  expect(await use()).toMatchObject({ people: [{ personId: 'ann', used: 1000 }] })
  expect(inAll - usedToday).toBeGreaterThan(reservedMax)
})

it('a gap’s questions are asked again by the organization’s settings and at its expense', async () => {
  await portal.ask('ann', 'Who pays for travel?')
  await eventually(() => expect(portal.eventsOf('gap.changed')).toHaveLength(1))
  const { usedToday: before } = await use()
  const asked = model.asked
  await portal.put('travel', 'Travel is paid by the company.')
  const notified = (count: number) =>
    eventually(() => expect(portal.eventsOf('question.answerable')).toHaveLength(count))
  await notified(1)
  expect(model.asked).toBe(asked + 1)
  expect((await use()).usedToday).toBe(before + 1000)
  expect((await use()).people).toEqual([{ personId: 'ann', used: before }])
  await portal.ask('bea', 'Are there passwords?')
  await eventually(() => expect(portal.eventsOf('gap.changed').length).toBeGreaterThan(2))
  await switchOff()
  const withModel = model.asked
  await portal.put('passwords', 'Passwords are secret.')
  await notified(2)
  expect(model.asked).toBe(withModel)
})
