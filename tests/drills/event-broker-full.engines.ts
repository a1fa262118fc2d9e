import { randomUUID } from 'node:crypto'
import { provisionKafkaTopics } from '@portal/adapters/event-bus/kafka/provision-kafka-topics'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import type { Client } from '@portal/contracts/client'
import { eventTopics } from '@portal/contracts/services'
import { teamApi, teamEvents } from '@portal/contracts/team'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { engineStates } from '@portal/service-kit/http/health'
import { on } from '@portal/service-kit/inbox/consumers'
import { startConsumers } from '@portal/service-kit/inbox/start-consumers'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { deadLetters, outbox } from '@portal/service-kit/tables'
import { service as team } from '@portal/team-service/service'
import { envelope } from '@portal/testkit/conformance/event-bus/parts'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EngineOnSmallDisk, startOnSmallDisk } from './engine-on-small-disk.fixture.ts'

const megabyte = 1024 * 1024
const patience = { timeout: 120_000, interval: 100 }
const almostFull = 'Kafka has almost no disk space left, and halts when it has none.'
const halted = 'Kafka does not answer; when it last did, it had almost no disk space left.'
const log = createLogger({ service: 'drill', level: 'silent' })
const closing: (() => PromiseLike<void>)[] = []
let engine: EngineOnSmallDisk
let bus: EventBus
let under: ServiceUnderTest
let teamDatabase: Database

beforeAll(async () => {
  engine = await startOnSmallDisk('kafka', 48 * megabyte)
  closing.push(() => engine[Symbol.asyncDispose]())
  const plan = { topics: eventTopics, partitions: 3, retentionMs: 3_600_000 }
  await provisionKafkaTopics(engine.url, { log, plan })
  bus = await openEventBus(engine.url, { name: 'drill', log })
  closing.push(() => bus.close())
  under = await startUnderTest(team, { ports: teamPorts(), bus })
  closing.push(() => under.stop())
  teamDatabase = openDatabase({ urls: under.urls, name: 'drill', appConnections: 1, platformConnections: 1 })
  closing.push(() => teamDatabase.close())
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

test('with the disk of the event broker full, health says so, the portal answers as ever, and with room again every event has its effect once and in order', async () => {
  const { organizationId, admin } = await founded()
  const follower = await startFollower(organizationId)
  const codes: string[] = []
  const rotate = async () => {
    const { joinCode } = await admin.call(teamApi.rotateJoinCode, {})
    codes.push(joinCode)
  }
  for (let n = 0; n < 20; n += 1) await rotate()
  await vi.waitFor(async () => expect(await follower.heard()).toEqual(codes), patience)
  await vi.waitFor(async () => expect(await health()).toMatchObject({ state: 'ready' }), patience)

  await engine.disk.fill(4 * megabyte)
  await vi.waitFor(async () => expect(await health()).toMatchObject({ detail: almostFull }), patience)
  await engine.disk.fill()
  await vi.waitFor(async () => {
    await rotate()
    expect(await waiting()).toBeGreaterThan(20)
    expect(await engine.isReady()).toBe(false)
  }, patience)
  await vi.waitFor(async () => expect(await health()).toMatchObject({ detail: halted }), patience)
  const unavailable = { name: 'EngineUnavailable', retryAfterSeconds: 5 }
  const publishing = () => bus.publish('team', [envelope('team', 'key', 1)])
  await vi.waitFor(() => expect(publishing()).rejects.toMatchObject(unavailable), patience)

  await engine.disk.free()
  // Its supervisor may have given up on it.
  await vi.waitFor(() => engine.start(), patience)
  await vi.waitFor(async () => expect(await waiting()).toBe(0), patience)
  await vi.waitFor(async () => expect(await follower.heard()).toHaveLength(codes.length), patience)
  expect(await follower.heard()).toEqual(codes)
  await vi.waitFor(
    async () => expect(await health()).toMatchObject({ state: 'ready', detail: null }),
    patience,
  )
  expect(await follower.deadLetters()).toEqual([])
}, 600_000)

/** An organization, and an admin who may change its code. */
async function founded(): Promise<{ organizationId: number; admin: Client }> {
  const name = `founder-${randomUUID()}`
  const profile = { email: null, isEmailVerified: false, firstName: null, lastName: null }
  const { personId } = await under.asService('gateway').call(teamApi.resolveIdentity, {
    body: { issuer: 'https://portal.test/oidc', subject: name, username: name, ...profile },
  })
  const { id } = await under
    .as({ personId })
    .call(teamApi.createOrganization, { body: { name: 'Halden Medical' } })
  return { organizationId: id, admin: under.as({ personId, organizationId: id, role: 'admin' }) }
}

/** Follows team and records every join code received, duplicates included. */
async function startFollower(organizationId: number) {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const database = openDatabase({ urls, name: 'drill', appConnections: 1, platformConnections: 2 })
  const note = on(teamEvents.joinCodeChanged, async ({ db }, { data }) => {
    await db.execute(sql`
      insert into notes values (${organizationId}, ${noteId}, ${data.joinCode})
      on conflict (organization_id, id) do update set text = notes.text || ' ' || excluded.text`)
  })
  const consumers = startConsumers({ service: 'follower', consumers: [note], database, bus, log })
  closing.push(async () => {
    await consumers.stop()
    await database.close()
    await drop()
  })
  const heard = async () => {
    const [row] = await database.tenantTx(organizationId, (db) =>
      db.execute<{ text: string }>(sql`select text from notes`),
    )
    return row?.text.split(' ') ?? []
  }
  return { heard, deadLetters: () => database.platformTx((db) => db.select().from(deadLetters)) }
}

/** Number of team's unpublished events. */
function waiting(): Promise<number> {
  return teamDatabase.platformTx((db) => db.$count(outbox))
}

/** The event broker's health, from the portal's status. */
async function health() {
  const [part] = await engineStates({ events: bus })
  return part
}

const noteId = '00000000-0000-7000-8000-000000000000'
