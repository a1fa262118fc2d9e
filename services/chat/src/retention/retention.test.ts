import { chatApi, chatEvents } from '@portal/contracts/chat'
import type { EventEnvelope } from '@portal/contracts/events'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { teamEvents } from '@portal/contracts/team'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { citingAnswers, conversations, messages } from '../schema.ts'
import { service as chat } from '../service.ts'
import { ScriptedModel } from '../streams/scripted-model.fixture.ts'
import { planRetention } from './keep-retention.ts'
import { conversationRetention } from './retention-schema.ts'

const passage = passageSaying('Records are kept for seven years.')
const model = new ScriptedModel()
const wait = { timeout: 45_000, interval: 25 }
const emitted: EventEnvelope[] = []
let under: ServiceUnderTest
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
        document: async (_, id) => ({ id, title: 'Retention Policy', ownerId: null }),
      },
    },
  })
  await under.bus.tail({ topics: ['chat'], handle: (event) => void emitted.push(event) })
  database = openDatabase({ urls: under.urls, name: 'retention', transactionTimeoutMs: 60_000 })
})
afterAll(async () => {
  await database.close()
  await under.stop()
})

const askerOf = (organizationId: number) =>
  under.as({ personId: 'asker', organizationId, role: 'team_member' })

async function ask(organizationId: number, conversationId?: string): Promise<string> {
  model.say(
    { type: 'quote', passageId: passage.id, start: 0, end: passage.text.length },
    { type: 'outcome', outcome: 'answered' },
  )
  const body = { question: 'How long are records kept?', ...(conversationId && { conversationId }) }
  return (await askerOf(organizationId).call(chatApi.ask, { body })).conversation.id
}

const listed = async (organizationId: number) =>
  (await askerOf(organizationId).call(chatApi.listConversations, {})).map(({ id }) => id)

/** Makes everything that was said so far this many days older. */
async function age(organizationId: number, days: number): Promise<void> {
  const earlier = (column: typeof messages.createdAt | typeof conversations.createdAt) =>
    sql`${column} - make_interval(days => ${days})`
  await database.tenantTx(organizationId, async (db) => {
    await db.update(messages).set({ createdAt: earlier(messages.createdAt) })
    await db.update(conversations).set({ createdAt: earlier(conversations.createdAt) })
  })
}

async function decide(organizationId: number, conversationDays: number | null): Promise<void> {
  await under.bus.publish('team', [
    {
      specversion: '1.0',
      id: uuidV7(),
      source: 'team',
      type: teamEvents.settingsChanged.type,
      dataversion: 1,
      subject: String(organizationId),
      time: new Date().toISOString(),
      organizationid: organizationId,
      partitionkey: `${organizationId}/${organizationId}`,
      data: { ...defaultSettings, conversationDays },
    },
  ])
  const known = () =>
    database.tenantTx(organizationId, async (db) => {
      const { days, organizationId: id } = conversationRetention
      const [row] = await db.select({ days }).from(conversationRetention).where(eq(id, organizationId))
      return row?.days ?? null
    })
  await expect.poll(known, wait).toBe(conversationDays)
}

const look = () =>
  planRetention({
    platformTx: (work) =>
      database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
  })

it('conversations go so many days after their last message, with an event, and only where that is wanted', async () => {
  const [keeps, deletes] = [71, 72]
  const old = await ask(deletes)
  const used = await ask(deletes)
  const elsewhere = await ask(keeps)
  await age(deletes, 40)
  await age(keeps, 400)
  await ask(deletes, used)
  await decide(deletes, 30)
  await Promise.all([look(), look()])
  await expect.poll(() => listed(deletes), wait).toEqual([used])
  expect(await listed(keeps)).toEqual([elsewhere])
  const ended = () => emitted.filter(({ type }) => type === chatEvents.conversationDeleted.type)
  await expect
    .poll(ended, wait)
    .toMatchObject([{ subject: old, organizationid: deletes, audience: { users: ['asker'] } }])
})

it('an organization that no longer wants it keeps what is there', async () => {
  const organizationId = 73
  await decide(organizationId, 30)
  await decide(organizationId, null)
  const kept = await ask(organizationId)
  await age(organizationId, 4000)
  const other = 74
  await decide(other, 30)
  await ask(other)
  await age(other, 31)
  await look()
  await expect.poll(() => listed(other), wait).toEqual([])
  expect(await listed(organizationId)).toEqual([kept])
})

/** Old conversations of the asker, each of so many messages that all cite something. */
async function talk(organizationId: number, { times, length }: { times: number; length: number }) {
  const id = (number: SQL) => sql`('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
  const conversationId = id(sql`conversation`)
  await database.tenantTx(organizationId, async (db) => {
    await db.execute(sql`insert into ${conversations} (organization_id, id, person_id, created_at)
      select ${organizationId}, ${conversationId}, 'asker', '2020-01-01'
      from generate_series(1, ${times}::int) conversation`)
    await db.execute(sql`insert into ${messages} (organization_id, id, conversation_id, role, content,
        created_at)
      select ${organizationId}, ${id(sql`conversation * 100000 + message`)}, ${conversationId},
        'assistant', 'Yes.', '2020-01-01'
      from generate_series(1, ${times}::int) conversation, generate_series(1, ${length}::int) message`)
    await db.execute(sql`insert into ${citingAnswers} (organization_id, document_id, message_id)
      select organization_id, gen_random_uuid(), id from ${messages}
      where organization_id = ${organizationId}`)
  })
}

it('however much was said and cited, old conversations go', async () => {
  const organizationId = 75
  await talk(organizationId, { times: 600, length: 40 })
  await decide(organizationId, 30)
  await look()
  const left = () => database.tenantTx(organizationId, (db) => db.$count(messages))
  await expect.poll(left, { timeout: 120_000 }).toBe(0)
  expect(await listed(organizationId)).toEqual([])
}, 180_000)

/** What the platform asks of each service, when a person is to be erased. */
const erase = (organizationId: number) => {
  const { source, type, version: dataversion } = masterAdminEvents.erasureRequested
  const about = { subject: 'asker', time: new Date().toISOString(), partitionkey: 'platform/asker' }
  const data = { userId: 'asker', organizationIds: [organizationId] }
  return under.bus.publish('master-admin', [
    { specversion: '1.0', id: uuidV7(), source, type, dataversion, ...about, data },
  ])
}
const keep = async (organizationId: number) => {
  await decide(organizationId, 30)
  await look()
}

it.each([
  ['retention', 76, keep],
  ['erasure', 77, erase],
] as const)(
  'conversations of many messages go one after the other, by %s: none waits for the last',
  async (_, organizationId, begin) => {
    await talk(organizationId, { times: 3, length: 1500 })
    const left = () => database.tenantTx(organizationId, (db) => db.$count(conversations))
    await database.tenantTx(organizationId, async (db) => {
      const last = db.select({ id: messages.id }).from(messages).orderBy(desc(messages.id)).limit(1)
      expect(await last.for('update')).toHaveLength(1)
      await begin(organizationId)
      await expect.poll(left, wait).toBe(1)
    })
    await expect.poll(left, wait).toBe(0)
  },
  120_000,
)
