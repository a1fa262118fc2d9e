import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { followRoute } from '@portal/contracts/event-stream'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { conversations } from '../schema.ts'
import { service as chat } from '../service.ts'
import type { AnswerEvent } from '../streams/running-answer.ts'
import { ScriptedModel } from '../streams/scripted-model.fixture.ts'

const passage = passageSaying('Records are kept for seven years.')
const quoted = { type: 'quote', passageId: passage.id, start: 0, end: passage.text.length } as const
const answered = { type: 'outcome', outcome: 'answered' } as const
const question = 'How long are records kept?'
const patience = { timeout: 45_000, interval: 10 }

const model = new ScriptedModel()
let under: ServiceUnderTest
let asker: Client
let database: Database

beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      model,
      passages: {
        retrieve: async () => [passage],
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => spans.map(() => true),
        ...withoutVersions,
        document: async (_, id) => ({ id, title: 'Retention Policy', ownerId: 'owner' }),
      },
    },
  })
  asker = under.as({ personId: 'asker', organizationId: 1, role: 'team_member' })
  database = openDatabase({ urls: under.urls, name: 'test', transactionTimeoutMs: 60_000 })
})
afterAll(async () => {
  await database.close()
  await under.stop()
})

const ask = (conversationId?: string) =>
  asker.call(chatApi.ask, { body: { question, ...(conversationId && { conversationId }) } })

async function conversation() {
  model.say(quoted, answered)
  const { conversation: begun, assistantMessage } = await ask()
  return { id: begun.id, messageId: assistantMessage.id }
}

/** Events until the end of a stream, as they come. */
function stream(conversationId: string) {
  const events: AnswerEvent[] = []
  const asked = { route: assistantApi.streamAnswer, input: { body: { question, conversationId } } }
  const read = async () => {
    for await (const event of followRoute(asker, asked)) events.push(event)
  }
  return { events, ended: read() }
}

const waits = sql`select 1 from pg_stat_activity
  where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`

/** Does what adds to the conversation while its deletion is about to commit. */
async function whileDeleted(id: string, act: () => Promise<unknown>): Promise<unknown> {
  const deleted = Promise.withResolvers<void>()
  const blocked = Promise.withResolvers<void>()
  const deletion = database.tenantTx(1, async (db) => {
    await db.delete(conversations).where(eq(conversations.id, id))
    deleted.resolve()
    await blocked.promise
  })
  await Promise.race([deleted.promise, deletion])
  const acting = act()
  acting.catch(() => 'the test looks at it')
  try {
    const isWaiting = () => database.tenantTx(1, async (db) => [...(await db.execute(waits))])
    await vi.waitFor(async () => expect(await isWaiting()).toHaveLength(1), patience)
  } finally {
    blocked.resolve()
  }
  await deletion
  return acting
}

it('a conversation that is deleted while it is answered ends the stream as one that does not exist', async () => {
  const { id } = await conversation()
  const { events, ended } = stream(id)
  await vi.waitFor(() => expect(events.map(({ event }) => event)).toContain('citations'), patience)
  await asker.call(chatApi.deleteConversation, { params: { id } })
  model.say(quoted, answered)
  await ended
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'not_found', message: 'Not found' } })
  expect(await asker.call(chatApi.listConversations, { query: {} })).toEqual([])
})

it('a conversation that is deleted takes along what its streams held', async () => {
  const { id } = await conversation()
  const { events, ended } = stream(id)
  model.say(quoted, answered)
  await ended
  const [first] = events
  const streamId = first?.event === 'conversation' ? first.data.streamId : ''
  const again = { route: assistantApi.followAnswer, input: { params: { id: streamId } } }
  const follow = async () => {
    const names: string[] = []
    for await (const { event } of followRoute(asker, again)) names.push(event)
    return names
  }
  expect((await follow()).at(-1)).toBe('done')
  await asker.call(chatApi.deleteConversation, { params: { id } })
  await expect(follow()).rejects.toMatchObject({ status: 404 })
  const held = sql`select from answer_stream_events where stream_id = ${streamId}`
  expect([...(await database.tenantTx(1, (db) => db.execute(held)))]).toEqual([])
})

it('a request for the answer that is repeated after the deletion is 404', async () => {
  const options = { headers: { 'idempotency-key': crypto.randomUUID() } }
  const repeat = () => asker.call(chatApi.ask, { body: { question } }, options)
  model.say(quoted, answered)
  const { conversation: begun } = await repeat()
  expect(await repeat()).toMatchObject({ conversation: begun })
  await asker.call(chatApi.deleteConversation, { params: { id: begun.id } })
  await expect(repeat()).rejects.toMatchObject({ status: 404 })
})

it('a deletion in the very moment in which the answer is stored is no error of the server', async () => {
  const { id } = await conversation()
  const { events, ended } = stream(id)
  await vi.waitFor(() => expect(events.map(({ event }) => event)).toContain('citations'), patience)
  await whileDeleted(id, async () => {
    model.say(quoted, answered)
    await ended
  })
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'not_found' } })
})

const additions: Record<string, (of: { id: string; messageId: string }) => Promise<unknown>> = {
  'a further question': ({ id }) => {
    model.say(quoted, answered)
    return ask(id)
  },
  'a rating': ({ messageId }) =>
    asker.call(chatApi.rateAnswer, { params: { id: messageId }, body: { rating: 4 } }),
  'a question sent to the owner': ({ messageId }) =>
    asker.call(chatApi.sendToOwner, {
      params: { id: messageId },
      body: { documentId: passage.documentId },
    }),
}

it.each(Object.entries(additions))('%s that comes as the conversation goes is 404', async (_, add) => {
  const of = await conversation()
  const added = whileDeleted(of.id, () => add(of))
  await expect(added).rejects.toMatchObject({ status: 404, detail: 'Not found' })
})
