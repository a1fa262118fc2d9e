import { deletionRequested } from '@portal/testkit/deletion-requested'
import { rowsOf } from '@portal/testkit/organization-rows'
import {
  furnish,
  longWork,
  type Ports,
  type PurgedService,
  patience,
  startPurgedService,
  untilNothingIsLeft,
  word,
} from '@portal/testkit/purged-service'
import { sentenceConsumer, sentences } from '@portal/testkit/spoken-words'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import { once } from '../idempotency/once.ts'
import { awaitSeen } from '../inbox/await-seen.ts'
import { handlingOf } from '../inbox/consumers.ts'
import { deadLetters } from '../inbox/dead-letters.ts'
import { enqueuer } from '../jobs/enqueue.ts'
import type { JobContext } from '../jobs/job.ts'
import { createLogger } from '../logger.ts'
import { republish } from '../outbox/republish.ts'
import { EngineUnavailable } from '../ports/engine-unavailable.ts'
import { inbox, deadLetters as letters } from '../tables.ts'
import { sweepDeleted } from './purge-on-request.ts'

/** Enough for a purge that need not wait. */
const longerThanAPurge = { timeout: 1500 }
let service: PurgedService
let work: (ctx: JobContext<Ports, object>) => Promise<void>

beforeAll(async () => {
  service = await startPurgedService((ctx) => work(ctx))
})
afterAll(() => service.stop())

let organizations = 0
const nextOrganization = () => {
  organizations += 1
  return organizations
}

const reportsOf = (organizationId: number) =>
  service.reports.filter((report) => report.organizationId === organizationId)

/** Deletes an organization and waits for the service's report. */
async function purged(organizationId: number) {
  await service.bus.publish('master-admin', [deletionRequested(organizationId)])
  return await vi.waitFor(() => {
    const [report] = reportsOf(organizationId)
    expect(report).toBeDefined()
    return report
  }, patience)
}

test('everything of a deleted organization goes, batch by batch, with true counts; another organization stays byte for byte', async () => {
  const [doomed, other] = [nextOrganization(), nextOrganization()]
  const expected = await furnish(service, doomed)
  await furnish(service, other)
  const before = await rowsOf(service.database, other)
  expect(Object.keys(await rowsOf(service.database, doomed))).toEqual(Object.keys(before))
  expect(await purged(doomed)).toEqual(expected)
  await untilNothingIsLeft(service, doomed)
  expect(await rowsOf(service.database, other)).toEqual(before)
  expect(service.things.things.get(other)).toEqual(['one', 'two'])
})

test('a deleted organization can no longer be read or written', async () => {
  const { database } = service
  const doomed = nextOrganization()
  await purged(doomed)
  await expect(database.tenantTx(doomed, async () => expect.unreachable())).rejects.toThrow(
    OrganizationDeleted,
  )
  await expect(database.platformTx(async () => expect.unreachable(), { about: doomed })).rejects.toThrow(
    OrganizationDeleted,
  )
  const act = { personId: 'p', organizationId: doomed, key: 'k', route: 'POST /x', bodySha256: 'x' }
  await expect(once(database, act, async () => 'done')).rejects.toThrow(OrganizationDeleted)
  expect(await rowsOf(database, doomed)).toEqual({})
})

test('a transaction that had begun before is waited for, and what it wrote goes too', async () => {
  const { database } = service
  const doomed = nextOrganization()
  const mayWrite = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const late = database.tenantTx(doomed, async (db) => {
    begun.resolve()
    await mayWrite.promise
    await db.execute(sql`insert into notes values (${doomed}, gen_random_uuid(), 'late')`)
  })
  await begun.promise
  await service.bus.publish('master-admin', [deletionRequested(doomed)])
  const early = vi.waitFor(() => expect(reportsOf(doomed)).toHaveLength(1), longerThanAPurge)
  await expect(early).rejects.toThrow()
  mayWrite.resolve()
  await late
  const report = await purged(doomed)
  expect(report?.stores).toContainEqual({ store: 'table notes', removed: 1, remaining: 0 })
  await untilNothingIsLeft(service, doomed)
})

test('what comes in between removal and check is removed too', async () => {
  const doomed = nextOrganization()
  await furnish(service, doomed, 3)
  service.things.beforePurge = async () => {
    service.things.beforePurge = () => undefined
    await service.database.purgeTx(doomed, (db) =>
      db.execute(sql`insert into notes values (${doomed}, gen_random_uuid(), 'in between')`),
    )
  }
  const report = await purged(doomed)
  expect(report?.stores).toContainEqual({ store: 'table notes', removed: 4, remaining: 0 })
  await untilNothingIsLeft(service, doomed)
})

test('an engine that is away delays the report, but no other removal', async () => {
  const doomed = nextOrganization()
  const expected = await furnish(service, doomed, 3)
  service.things.beforePurge = () => {
    throw new EngineUnavailable('The things are away.', 0.2)
  }
  await service.bus.publish('master-admin', [deletionRequested(doomed)])
  await vi.waitFor(
    async () => expect(await rowsOf(service.database, doomed)).toHaveProperty('jobs'),
    patience,
  )
  await vi.waitFor(
    async () => expect(Object.keys(await rowsOf(service.database, doomed))).toEqual(['jobs']),
    patience,
  )
  expect(reportsOf(doomed)).toEqual([])
  service.things.beforePurge = () => undefined
  expect(await purged(doomed)).toEqual(expected)
})

test('a running job of a deleted organization is aborted at once, writes nothing and is not tried again', async () => {
  const doomed = nextOrganization()
  const runs: unknown[] = []
  work = async ({ signal, tx }) => {
    runs.push('begun')
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    runs.push(await tx(async () => 'wrote').catch((error: unknown) => error))
  }
  await service.database.tenantTx(doomed, (db) =>
    enqueuer(db, { organizationId: doomed })(longWork(work), { subject: 'long', payload: {} }),
  )
  await vi.waitFor(() => expect(runs).toEqual(['begun']), patience)
  await purged(doomed)
  await vi.waitFor(() => expect(runs).toEqual(['begun', expect.any(OrganizationDeleted)]), patience)
  await untilNothingIsLeft(service, doomed)
})

test('an event that comes late has no effect and leaves no trace; a caller waiting for it is released', async () => {
  const doomed = nextOrganization()
  await purged(doomed)
  const late = word(doomed)
  await service.bus.publish('team', [late, late])
  await vi.waitFor(async () => {
    const noted = await service.database.platformTx((db) =>
      db.select({ of: inbox.organizationId }).from(inbox).where(eq(inbox.eventId, late.id)),
    )
    expect(noted).toEqual([{ of: null }])
  }, patience)
  const asked = performance.now()
  await awaitSeen(service.database, {
    tokens: `${late.type}:${late.id}`,
    group: 'chat',
    consumers: [sentenceConsumer('team')],
    deadlineMs: 30_000,
  })
  expect(performance.now() - asked).toBeLessThan(30_000)
  await untilNothingIsLeft(service, doomed)
})

test('a dead letter that is replayed after the deletion goes without effect', async () => {
  const { database } = service
  const doomed = nextOrganization()
  await purged(doomed)
  const letter = word(doomed)
  const key = `team/${letter.partitionkey}`
  const stored = {
    eventId: letter.id,
    consumer: 'chat',
    organizationId: doomed,
    key,
    event: letter,
    tries: 5,
  }
  await database.purgeTx(doomed, (db) => db.insert(letters).values({ ...stored, reason: 'poison' }))
  const log = createLogger({ service: 'chat', level: 'silent' })
  const handling = handlingOf({ service: 'chat', consumers: [sentenceConsumer('team')], database, log })
  expect(await deadLetters(handling).replay(letter.id)).toEqual({ replayed: 0, stoppedBy: null })
  await untilNothingIsLeft(service, doomed)
})

test('republishing skips a deleted organization', async () => {
  const [doomed, other] = [nextOrganization(), nextOrganization()]
  await purged(doomed)
  const emitted: number[] = []
  const all = [doomed, other].map((organizationId) => ({ organizationId, id: 'note' }))
  await republish({
    service: 'chat',
    republish: [
      {
        what: 'notes',
        list: async () => all,
        emitAgain: async (_, __, it) => void emitted.push(it.organizationId),
      },
    ],
    database: service.database,
    progress: () => undefined,
    halted: new AbortController().signal,
  })
  expect(emitted).toEqual([other])
  expect(await sentences(service.database, other)).toEqual({})
})

test('what a process that died had left outside of transactions is found by the hourly sweep, which is silent otherwise', async () => {
  const [doomed, last] = [nextOrganization(), nextOrganization()]
  await purged(doomed)
  await sweepDeleted(service.database)
  await purged(last)
  expect(reportsOf(doomed)).toHaveLength(1)
  service.things.put(doomed, 'orphan')
  await sweepDeleted(service.database)
  await vi.waitFor(() => expect(reportsOf(doomed)).toHaveLength(2), patience)
  expect(reportsOf(doomed)[1]?.stores).toContainEqual({ store: 'things', removed: 1, remaining: 0 })
  await untilNothingIsLeft(service, doomed)
})
