import { randomUUID } from 'node:crypto'
import { provisionKafkaTopics } from '@portal/adapters/event-bus/kafka/provision-kafka-topics'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { eventTopics } from '@portal/contracts/services'
import { teamApi, teamEvents } from '@portal/contracts/team'
import { service as documents } from '@portal/documents-service/service'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { on } from '@portal/service-kit/inbox/consumers'
import { startConsumers } from '@portal/service-kit/inbox/start-consumers'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { sleep } from '@portal/service-kit/sleep'
import { deadLetters, outbox } from '@portal/service-kit/tables'
import { service as team } from '@portal/team-service/service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { prefixedBus } from '@portal/testkit/prefixed-bus'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { brokerAwayMs } from './config.ts'

const departmentsOfEach = 5
const patience = { timeout: 30_000, interval: 100 }
const log = createLogger({ service: 'drill', level: 'silent' })
const closing: (() => Promise<void>)[] = []
let bus: EventBus
let engines: DocumentEngines
let teamUnderTest: ServiceUnderTest
let documentsUnderTest: ServiceUnderTest
let documentsDatabase: Database

beforeAll(async () => {
  const url = await engineUrl('kafka')
  const prefix = `drill-${randomUUID().slice(0, 8)}-`
  const topics = eventTopics.map((topic) => prefix + topic)
  await provisionKafkaTopics(url, { log, plan: { topics, partitions: 3, retentionMs: 3_600_000 } })
  bus = prefixedBus(await openEventBus(url, { name: 'drill', log }), prefix)
  engines = await openDocumentEngines()
  teamUnderTest = await startUnderTest(team, { ports: teamPorts(), bus })
  documentsUnderTest = await startUnderTest(documents, { ports: engines.ports, bus })
  documentsDatabase = opened(documentsUnderTest.urls)
})
afterAll(async () => {
  await disturb('kafka', 'start')
  for (const close of closing.reverse()) await close()
  await documentsUnderTest.stop()
  await teamUnderTest.stop()
  await bus.close()
  await engines.close()
})

/** Founds an organization; resolves to its id and how long the portal took. */
async function found(): Promise<{ id: number; tookMs: number }> {
  const name = `founder-${randomUUID()}`
  const { personId } = await teamUnderTest.asService('gateway').call(teamApi.resolveIdentity, {
    body: {
      issuer: 'https://portal.test/oidc',
      subject: name,
      username: name,
      email: null,
      isEmailVerified: false,
      firstName: null,
      lastName: null,
    },
  })
  const begun = performance.now()
  const { id } = await teamUnderTest
    .as({ personId })
    .call(teamApi.createOrganization, { body: { name: 'Halden Medical' } })
  return { id, tookMs: performance.now() - begun }
}

/** Founds organizations at a steady rate for this long. Rejects with the first failed request. */
async function foundFor(ms: number): Promise<{ id: number; tookMs: number }[]> {
  const founded: { id: number; tookMs: number }[] = []
  for (const end = performance.now() + ms; performance.now() < end; ) {
    founded.push(await found())
    await sleep(150)
  }
  return founded
}

function opened(urls: Parameters<typeof openDatabase>[0]['urls']): Database {
  const database = openDatabase({ urls, name: 'drill', appConnections: 1, platformConnections: 2 })
  closing.push(() => database.close())
  return database
}

/** A follower of team that appends a note per effect, which makes duplicates visible. */
async function countingFollower() {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  closing.push(drop)
  const database = opened(urls)
  const count = on(teamEvents.departmentCreated, async ({ db, organizationId }, { data }) => {
    await db.execute(sql`
      insert into notes values (${organizationId}, ${noteId}, ${String(data.number)})
      on conflict (organization_id, id) do update set text = notes.text || ' ' || excluded.text`)
  })
  const consumers = startConsumers({ service: 'follower', consumers: [count], database, bus, log })
  closing.push(() => consumers.stop())
  /** Number of effects per department of an organization. */
  const effects = async (organizationId: number) => {
    const [row] = await database.tenantTx(organizationId, (db) =>
      db.execute<{ text: string }>(sql`select text from notes`),
    )
    return (row?.text ?? '').split(' ').map(Number).sort()
  }
  const letters = () => database.platformTx((db) => db.select().from(deadLetters))
  return { effects, letters }
}

async function departmentsKnown(organizationId: number): Promise<number[]> {
  const rows = await documentsDatabase.tenantTx(organizationId, (db) =>
    db.execute<{ number: number }>(sql`select number from departments order by number`),
  )
  return rows.map((row) => row.number)
}

const noteId = '00000000-0000-7000-8000-000000000000'

test(
  'with the broker away the portal answers as ever; then everything follows within 30 s, nothing twice',
  async () => {
    const follower = await countingFollower()
    const before = await foundFor(5000)
    await disturb('kafka', 'stop')
    const during = await foundFor(brokerAwayMs)
    expect(during.length).toBeGreaterThan(brokerAwayMs / 1500)
    expect(median(during)).toBeLessThan(2 * median(before) + 50)

    const teamDatabase = opened(teamUnderTest.urls)
    const waiting = () => teamDatabase.platformTx((db) => db.$count(outbox))
    expect(await waiting()).toBeGreaterThanOrEqual(during.length * (departmentsOfEach + 2))
    await disturb('kafka', 'start')
    const back = performance.now()
    await vi.waitFor(async () => expect(await waiting()).toBe(0), patience)
    expect(performance.now() - back).toBeLessThan(30_000)

    const everyDepartment = [1, 2, 3, 4, 5]
    for (const { id } of [...before, ...during]) {
      await vi.waitFor(async () => expect(await departmentsKnown(id)).toEqual(everyDepartment), patience)
      await vi.waitFor(async () => expect(await follower.effects(id)).toEqual(everyDepartment), patience)
    }
    expect(await follower.letters()).toEqual([])
  },
  180_000 + brokerAwayMs,
)

function median(founded: readonly { tookMs: number }[]): number {
  const times = founded.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? Number.NaN
}
