import type { EventEnvelope } from '@portal/contracts/events'
import { alteredBus } from '@portal/testkit/altered-bus'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import * as spoken from '@portal/testkit/spoken-words'
import { createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus, type TestEventBus } from '@portal/testkit/test-event-bus'
import { threeTimesShuffled } from '@portal/testkit/three-times-shuffled'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database/open-database.ts'
import { createLogger } from '../logger.ts'
import { emitter } from '../outbox/emit.ts'
import { startRelay } from '../outbox/relay.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { awaitSeen } from './await-seen.ts'
import { handlingOf } from './consumers.ts'
import { deadLetters } from './dead-letters.ts'
import { receive } from './receive.ts'
import { startConsumers } from './start-consumers.ts'

const words = spoken.wordEvents('words')
const sentence = spoken.sentenceConsumer('words')
const log = createLogger({ service: 'words', level: 'silent' })
const closing: (() => Promise<void>)[] = []
let database: Database
let eventLog: TestEventBus
let databaseNames: string[] = []
const patience = { timeout: 30_000, interval: 20 }

beforeAll(async () => {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  eventLog = await openTestEventBus()
  database = openDatabase({ urls, name: 'test' })
  databaseNames = [urls.app, eventLog.url.slice('log:'.length)].map((url) => new URL(url).pathname.slice(1))
  closing.push(
    drop,
    () => database.close(),
    () => eventLog.close(),
  )
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const handling = () => handlingOf({ service: 'words', consumers: [sentence], database, log })

function sentences(organizationId: number): Promise<Record<string, string>> {
  return spoken.sentences(database, organizationId)
}

function said(organizationId: number, subject: string, word: string): EventEnvelope {
  return spoken.said('words', { organizationId, subject, word })
}

const subjects = Array.from({ length: 4 }, () => uuidV7())
let organization = 0
function nextOrganization(): number {
  organization += 1
  return organization
}

test('every event delivered three times and shuffled across keys gives the state of one ordered delivery', async () => {
  const lists = fc.array(
    fc.record({
      subject: fc.constantFrom(...subjects),
      word: fc.constantFrom('a', 'b', 'c', 'd'),
      draws: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const ordered = nextOrganization()
      for (const { subject, word } of list) await receive(handling(), said(ordered, subject, word))
      const shuffled = nextOrganization()
      const drawn = list.map(({ subject, word, draws }) => ({ event: said(shuffled, subject, word), draws }))
      for (const envelope of threeTimesShuffled(drawn)) await receive(handling(), envelope)
      expect(await sentences(shuffled)).toEqual(await sentences(ordered))
    }),
    { numRuns: 25 },
  )
}, 240_000)

async function say(organizationId: number, word: string): Promise<string> {
  const wrote: string[] = []
  await database.tenantTx(organizationId, async (db) => {
    const emit = emitter(db, { source: 'words', organizationId, wrote })
    await emit(words.said, { subject: subjects[0] ?? '', data: { word } })
    await emit(words.ignored, { subject: 'x', data: {} })
  })
  return wrote.join(',')
}

test('a read that waits for what its session wrote sees it', async () => {
  const organizationId = nextOrganization()
  const relay = startRelay({ database, bus: eventLog.bus, service: 'words', log })
  const consumers = [sentence]
  const running = startConsumers({ service: 'words', consumers, database, bus: eventLog.bus, log })
  for (const word of ['one', 'two', 'three']) {
    const tokens = await say(organizationId, word)
    await awaitSeen(database, { tokens, group: 'words', consumers })
    expect((await sentences(organizationId))[subjects[0] ?? '']?.endsWith(word)).toBe(true)
  }
  await running.stop()
  await relay.stop()
})

test('waiting gives up at the deadline, and does not begin for what this service does not consume', async () => {
  const waits = async (tokens: string, deadlineMs: number) => {
    const begun = performance.now()
    await awaitSeen(database, { tokens, group: 'words', consumers: [sentence], deadlineMs })
    return performance.now() - begun
  }
  expect(await waits(`word.said:${uuidV7()}`, 300)).toBeGreaterThanOrEqual(295)
  const long = 20_000
  expect(await waits(`word.ignored:${uuidV7()}`, long)).toBeLessThan(long)
  expect(await waits(`word.said:nonsense,,word.said,${'x'.repeat(5000)}`, long)).toBeLessThan(long)
})

test('events emitted in other processes reach consumers that started while the bus was away', async () => {
  const organizationId = nextOrganization()
  let isAway = true
  const { bus } = eventLog
  const away = alteredBus(bus, {
    subscribe: (options) => (isAway ? Promise.reject(new Error('away')) : bus.subscribe(options)),
  })
  const running = startConsumers({ service: 'words', consumers: [sentence], database, bus: away, log })
  await bus.publish('words', [said(organizationId, subjects[1] ?? '', 'late')])
  isAway = false
  await vi.waitFor(async () => expect(Object.values(await sentences(organizationId))).toEqual(['late']), {
    timeout: 45_000,
    interval: 20,
  })
  await running.stop()
})

test('while every connection is cut again and again, each event has its effect once and in order', async () => {
  const organizationId = nextOrganization()
  const words100 = Array.from({ length: 100 }, (_, n) => `w${n}`)
  for (const word of words100) {
    await database.tenantTx(organizationId, async (db) => {
      const emit = emitter(db, { source: 'words', organizationId })
      for (const subject of subjects) await emit(words.said, { subject, data: { word } })
    })
  }
  const url = inject('postgresAdminUrl')
  const cutter = openDatabase({ urls: { app: url, platform: url }, name: 'cutter' })
  const { bus } = eventLog
  const relay = startRelay({ database, bus, service: 'words', log })
  const running = startConsumers({ service: 'words', consumers: [sentence], database, bus, log })
  const handled = () =>
    vi.waitFor(
      async () =>
        Object.values(await sentences(organizationId))
          .join(' ')
          .split(' ').length,
      patience,
    )
  let cuts = 0
  for (let target = 40; (await handled()) < 400; target += 60) {
    await vi.waitFor(
      async () => expect(await handled()).toBeGreaterThanOrEqual(Math.min(target, 400)),
      patience,
    )
    await cutConnections(cutter)
    cuts += 1
  }
  expect(cuts).toBeGreaterThanOrEqual(3)
  // After a cut connection an event may be delivered twice.
  const whole = Object.fromEntries(subjects.map((subject) => [subject, words100.join(' ')]))
  expect(await vi.waitFor(() => sentences(organizationId), patience)).toEqual(whole)
  expect(await vi.waitFor(() => deadLetters(handling()).list(), patience)).toEqual([])
  await running.stop()
  await relay.stop()
  await cutter.close()
}, 240_000)

/** Ends every session of this file's service and log, like a restart of Postgres. */
async function cutConnections(cutter: Database): Promise<void> {
  const names = databaseNames.join(',')
  await cutter.platformTx(async (db) => {
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname in (select unnest(string_to_array(${names}, ','))) and pid <> pg_backend_pid()`)
  })
}
