import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import { followRoute } from '@portal/contracts/event-stream'
import type { ChatModel, FollowUpQuestion } from '@portal/service-kit/ports/chat-model'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { service as chat } from '../service.ts'

const passage = passageSaying('Parental leave is requested eight weeks before it begins.')
/** What passages were looked for with. */
let searched: string[]
/** What the model makes of a follow-up question; null: it rewrites none. */
let rewrite: ((question: string, earlier: readonly string[]) => string | null) | null
let under: ServiceUnderTest

const answering: ChatModel = {
  model: 'scripted',
  check: async () => {},
  answer: async function* () {
    yield { type: 'quote', passageId: passage.id, start: 0, end: passage.text.length }
    yield { type: 'outcome', outcome: 'answered' }
  },
}

beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      passages: {
        ...withoutVersions,
        retrieve: async (_, question) => {
          searched.push(question)
          return [passage]
        },
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => spans.map(() => true),
      },
      get model() {
        const of = rewrite
        if (!of) return answering
        return {
          ...answering,
          standalone: async (asked: FollowUpQuestion) => of(asked.question, asked.earlier),
        }
      },
    },
  })
})
afterAll(() => under.stop())
beforeEach(() => {
  searched = []
  rewrite = null
})

const client = () => under.as({ personId: 'asker', organizationId: 1, role: 'team_member' })
const ask = (question: string, conversationId?: string) =>
  client().call(chatApi.ask, { body: { question, ...(conversationId && { conversationId }) } })
const begin = async () => (await ask('How long is parental leave?')).conversation.id

it('without a model a follow-up question takes the subject of its thread along, and stands in the thread as it was asked', async () => {
  const id = await begin()
  await ask('By when?', id)
  await ask('May I work from home on Fridays?', id)
  expect(searched).toEqual([
    'How long is parental leave?',
    'By when? (parental leave)',
    'May I work from home on Fridays?',
  ])
  const { messages } = await client().call(chatApi.readConversation, { params: { id } })
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(asked).toEqual(['How long is parental leave?', 'By when?', 'May I work from home on Fridays?'])
})

it('a model puts it into a question of its own, from what was asked before', async () => {
  const id = await begin()
  rewrite = (question, earlier) => `${question} Of: ${earlier.join(' ')}`
  await ask('By when?', id)
  expect(searched.at(-1)).toBe('By when? Of: How long is parental leave?')
})

it('where the model makes nothing of it, the subject is taken along', async () => {
  const id = await begin()
  rewrite = () => null
  await ask('By when?', id)
  expect(searched.at(-1)).toBe('By when? (parental leave)')
})

it('a streamed answer understands it alike', async () => {
  const conversationId = await begin()
  const asked = {
    route: assistantApi.streamAnswer,
    input: { body: { question: 'By when?', conversationId } },
  }
  const events = []
  for await (const { event } of followRoute(client(), asked)) events.push(event)
  expect(events.at(-1)).toBe('done')
  expect(searched.at(-1)).toBe('By when? (parental leave)')
})

it('the threads of others, and one’s other threads, say nothing of it', async () => {
  await begin()
  const { id } = (await ask('Who signs invoices?')).conversation
  await ask('By when?', id)
  expect(searched.at(-1)).toBe('By when? (signs invoices)')
  const foreign = under.as({ personId: 'other', organizationId: 1, role: 'admin' })
  const asking = foreign.call(chatApi.ask, { body: { question: 'By when?', conversationId: id } })
  await expect(asking).rejects.toMatchObject({ status: 404 })
  expect(searched).toHaveLength(3)
})
