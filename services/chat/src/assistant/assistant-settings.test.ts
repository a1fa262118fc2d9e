import { assistantApi } from '@portal/contracts/answer-stream'
import { heaviestUsersMax } from '@portal/contracts/assistant-settings'
import { chatApi } from '@portal/contracts/chat'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Role } from '@portal/contracts/permissions'
import type { ChatModel } from '@portal/service-kit/ports/chat-model'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { service as chat } from '../service.ts'

const passage = passageSaying('Records are kept for seven years.')
const usage = { promptTokens: 900, answerTokens: 100, isEstimate: false }
const allowed = { person: 20_000, organization: 100_000 }

let asked = 0
let rewritten = 0
const quote: ChatModel = {
  model: 'quotes',
  check: async () => {},
  answer: async function* () {
    yield { type: 'quote', passageId: passage.id, start: 0, end: passage.text.length }
    yield { type: 'outcome', outcome: 'answered', usage }
  },
}
const model: ChatModel = {
  ...quote,
  answer: (request) => {
    asked += 1
    return quote.answer(request)
  },
  standalone: async ({ question }) => {
    rewritten += 1
    return question
  },
}

let organizationId = 0
let under: ServiceUnderTest
const emitted: EventEnvelope[] = []
beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      ...{ model, quoting: quote, tokens: allowed },
      passages: {
        ...withoutVersions,
        retrieve: async () => [passage],
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => spans.map(() => true),
      },
    },
  })
  await under.bus.tail({ topics: ['chat'], handle: (event) => void emitted.push(event) })
})
afterAll(() => under.stop())
beforeEach(() => {
  organizationId += 1
  asked = 0
  rewritten = 0
})

const as = (personId = 'steward', role: Role = 'admin') => under.as({ personId, organizationId, role })
const read = () => as().call(assistantApi.readAssistant, {})
const change = (body: object, role: Role = 'admin') =>
  as('steward', role).call(assistantApi.changeAssistant, { body })
const ask = (personId: string, conversationId?: string, question = 'How long?') =>
  as(personId, 'team_member').call(chatApi.ask, {
    body: { question, ...(conversationId && { conversationId }) },
  })

it('by default the model answers within what the portal allows, and nothing is used', async () => {
  expect(await read()).toEqual({
    ...{ isModelUsed: true, tokensPerPerson: null, tokensPerOrganization: null, hasModel: true },
    allowed: { perPerson: allowed.person, perOrganization: allowed.organization },
    ...{ usedToday: 0, people: [] },
  })
})

it('an absent field stays, null takes a budget back, and each change is an event of the organization', async () => {
  await change({ isModelUsed: false, tokensPerPerson: 5000 })
  await change({ tokensPerOrganization: 9000 })
  expect(await change({ tokensPerPerson: null })).toEqual({
    ...{ isModelUsed: false, tokensPerPerson: null, tokensPerOrganization: 9000 },
  })
  expect(await read()).toMatchObject({ isModelUsed: false, tokensPerOrganization: 9000 })
  const changes = () => emitted.filter(({ organizationid }) => organizationid === organizationId)
  await vi.waitFor(() => expect(changes()).toHaveLength(3), { timeout: 45_000 })
  expect(changes().at(-1)).toMatchObject({
    type: 'assistant.settings-changed',
    data: { isModelUsed: false, tokensPerPerson: null, tokensPerOrganization: 9000 },
  })
  organizationId += 1
  expect(await read()).toMatchObject({ isModelUsed: true, tokensPerOrganization: null })
})

it('changes at the same time do not undo each other', async () => {
  await Promise.all([
    change({ isModelUsed: false }),
    change({ tokensPerPerson: 4000 }),
    change({ tokensPerOrganization: 8000 }),
  ])
  expect(await read()).toMatchObject({
    ...{ isModelUsed: false, tokensPerPerson: 4000, tokensPerOrganization: 8000 },
  })
})

it('what somebody else has changed since a form was opened is not overwritten', async () => {
  const { isModelUsed, tokensPerPerson, tokensPerOrganization } = await read()
  const seen = { isModelUsed, tokensPerPerson, tokensPerOrganization }
  await change({ tokensPerPerson: 4000, seen })
  await expect(change({ ...seen, tokensPerOrganization: 8000, seen })).rejects.toMatchObject({
    ...{ status: 409, detail: expect.stringContaining('your change is not saved') },
  })
  expect(await read()).toMatchObject({ tokensPerPerson: 4000, tokensPerOrganization: null })
})

it.each([
  [{}, 'Nothing is to be changed: name at least one field.'],
  [{ tokensPerPerson: 0 }, /whole number of tokens from 1 to 1,000,000,000/],
  [{ tokensPerPerson: 1.5 }, /whole number of tokens/],
  [{ tokensPerOrganization: '5000' }, /whole number of tokens/],
  [{ tokensPerOrganization: 2e9 }, /whole number of tokens/],
  [{ isModelUsed: 'no' }, 'Whether the model is used must be true or false.'],
] as const)('%j is refused with a sentence', async (body, sentence) => {
  const detail = sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence
  await expect(change(body)).rejects.toMatchObject({ status: 400, detail })
})

it('only admins change them; stewards see what was used, others nothing', async () => {
  await expect(change({ isModelUsed: false }, 'facilitator')).rejects.toMatchObject({ status: 403 })
  await as('lead', 'facilitator').call(assistantApi.readAssistant, {})
  for (const role of ['manager', 'team_member'] as const)
    await expect(as('lead', role).call(assistantApi.readAssistant, {})).rejects.toMatchObject({ status: 403 })
})

it('switched off, the model gets nothing: neither a question nor a follow-up to rewrite', async () => {
  const { conversation } = await ask('ann')
  const further = 'And for how long then?'
  await ask('ann', conversation.id, further)
  expect([asked, rewritten]).toEqual([2, 1])
  await change({ isModelUsed: false })
  const { usedToday } = await read()
  expect(await ask('ann', conversation.id, further)).toMatchObject({ quotedBecause: 'model_off' })
  expect([asked, rewritten]).toEqual([2, 1])
  expect(await read()).toMatchObject({ usedToday })
})

it('a budget of the organization holds for the next question, which is quoted from then on', async () => {
  await ask('ann')
  await change({ tokensPerPerson: 1500 })
  expect(await ask('ann')).toMatchObject({ quotedBecause: 'budget_used_up' })
  expect((await ask('bea')).quotedBecause).toBeUndefined()
  await change({ tokensPerPerson: null, tokensPerOrganization: 2500 })
  expect(await ask('cat')).toMatchObject({ quotedBecause: 'budget_used_up' })
  expect(asked).toBe(2)
})

it('a budget above what the portal allows allows no more', async () => {
  await change({ tokensPerPerson: 1_000_000 })
  const outcomes = []
  for (let at = 0; at < 21; at += 1) outcomes.push((await ask('ann')).quotedBecause)
  expect(outcomes.filter((why) => why === undefined).length).toBeLessThanOrEqual(20)
  expect(outcomes.at(-1)).toBe('budget_used_up')
})

it('those who have used most are listed first, as many as are shown, and the sum is of all', async () => {
  const people = Array.from({ length: heaviestUsersMax + 1 }, (_, at) => `person-${at}`)
  for (const person of people) await ask(person)
  await ask('person-7')
  const use = await read()
  expect(use.people).toHaveLength(heaviestUsersMax)
  expect(use.people[0]).toEqual({ personId: 'person-7', used: 2000 })
  expect(use.usedToday).toBe((people.length + 1) * 1000)
})
