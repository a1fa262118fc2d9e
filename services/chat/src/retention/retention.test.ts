import { chatApi, chatEvents } from '@portal/contracts/chat'
import type { EventEnvelope } from '@portal/contracts/events'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { teamEvents } from '@portal/contracts/team'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { conversations, messages } from '../schema.ts'
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
  database = openDatabase({ urls: under.urls, name: 'retention' })
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
