import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { createLogger } from '../logger.ts'
import { EngineUnavailable } from '../ports/engine-unavailable.ts'
import { jobs } from '../tables.ts'
import { enqueuer } from './enqueue.ts'
import { type Job, type JobContext, type JobDefinition, job, LeaseLost } from './job.ts'
import { leaseJobs } from './leases.ts'
import { startJobs } from './run-jobs.ts'

const Payload = z.object({ n: z.number() })
type Ports = Readonly<Record<string, never>>
type Run = JobContext<Ports, z.output<typeof Payload>>
const patience = { timeout: 45_000, interval: 10 }
const closing: (() => Promise<void>)[] = []
let database: Database

beforeEach(async () => {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  database = openDatabase({ urls, name: 'test' })
  closing.push(drop, () => database.close())
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function count(run: (ctx: Run) => Promise<void>, more: Partial<JobDefinition<typeof Payload, Ports>> = {}) {
  return job<typeof Payload, Ports>('count', {
    payload: Payload,
    maxAttempts: 3,
    leaseMs: 10_000,
    concurrency: 1,
    retryMs: 10,
    run,
    ...more,
  })
}

function start(...kinds: Job<Ports>[]) {
  const log = createLogger({ service: 'test', level: 'silent' })
  const running = startJobs({ service: 'test', jobs: kinds, database, ports: {}, log, graceMs: 200 })
  closing.push(() => running.stop())
  return running
}

const idle = count(async () => undefined)

function enqueue(
  n: number,
  about: { subject?: string; organizationId?: number; weight?: number } = {},
): Promise<void> {
  const organizationId = about.organizationId ?? 1
  return database.tenantTx(organizationId, (db) =>
    enqueuer(db, { organizationId })(idle, {
      subject: about.subject ?? `subject-${n}`,
      payload: { n },
      weight: about.weight ?? 0,
    }),
  )
}

function rows(): Promise<(typeof jobs.$inferSelect)[]> {
  return database.platformTx((db) => db.select().from(jobs))
}

const drained = () => vi.waitFor(async () => expect(await rows()).toEqual([]), patience)

test('a job runs once, in its organization, and leaves the table', async () => {
  const ran: [number, number][] = []
  start(
    count(async ({ organizationId, payload, tx }) => {
      ran.push([organizationId, payload.n])
      await tx(async (db) => {
        await db.execute(sql`insert into notes values (${organizationId}, gen_random_uuid(), 'done')`)
      })
    }),
  )
  await enqueue(5, { organizationId: 9 })
  await drained()
  expect(ran).toEqual([[9, 5]])
  const notes = await database.tenantTx(9, (db) => db.execute(sql`select text from notes`))
  expect(notes).toHaveLength(1)
})

test('jobs of all kinds are looked for in one transaction', async () => {
  const kinds = ['first', 'second', 'third'].map((kind) => ({ ...count(async () => undefined), kind }))
  const transactions = vi.spyOn(database, 'platformTx')
  start(...kinds)
  await vi.waitFor(() => expect(transactions).toHaveBeenCalled(), patience)
  expect(transactions).toHaveBeenCalledTimes(1)
})

test('a job is looked for when it is due, and hardly before', async () => {
  await enqueue(1)
  await database.platformTx((db) => db.update(jobs).set({ runAt: sql`now() + interval '1900 ms'` }))
  const transactions = vi.spyOn(database, 'platformTx')
  const looks = () => transactions.mock.calls.filter(([, options]) => options?.isReadOnly).length
  const ran: number[] = []
  start(count(async () => void ran.push(looks())))
  await vi.waitFor(() => expect(ran).toHaveLength(1), patience)
  // One at the start and one when it is due; the clocks may differ by a moment.
  expect(ran[0]).toBeLessThanOrEqual(3)
})

test('a job that was asked for in a transaction that rolled back does not run', async () => {
  const ran: number[] = []
  start(count(async ({ payload }) => void ran.push(payload.n)))
  const undone = database.tenantTx(1, async (db) => {
    await enqueuer(db, { organizationId: 1 })(idle, { subject: 'a', payload: { n: 1 } })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await enqueue(2)
  await drained()
  expect(ran).toEqual([2])
})

test('asked for twice while it waits a job runs once, with the last payload', async () => {
  const ran: number[] = []
  await enqueue(1, { subject: 'same' })
  await enqueue(2, { subject: 'same' })
  start(count(async ({ payload }) => void ran.push(payload.n)))
  await drained()
  expect(ran).toEqual([2])
})

test('asked for while it runs a job runs once more afterwards', async () => {
  const ran: number[] = []
  const mayEnd = Promise.withResolvers<void>()
  start(
    count(async ({ payload }) => {
      ran.push(payload.n)
      await mayEnd.promise
    }),
  )
  await enqueue(1, { subject: 'same' })
  await vi.waitFor(() => expect(ran).toEqual([1]), patience)
  await enqueue(2, { subject: 'same' })
  mayEnd.resolve()
  await drained()
  expect(ran).toEqual([1, 2])
})

test('changing what a running job is about and enqueuing it again does not deadlock', async () => {
  await database.tenantTx(1, (db) => db.execute(sql`insert into notes values (1, gen_random_uuid(), 'new')`))
  const [jobBegan, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const failures: unknown[] = []
  let runs = 0
  start(
    count(async ({ tx }) => {
      runs += 1
      const work = tx(async (db) => {
        jobBegan.resolve()
        await isHeld.promise
        await db.execute(sql`update notes set text = 'worked on'`)
      })
      await work.catch((error: unknown) => {
        failures.push(error)
      })
    }),
  )
  await enqueue(1, { subject: 'same' })
  await jobBegan.promise
  await database.tenantTx(1, async (db) => {
    await db.execute(sql`update notes set text = 'changed'`)
    isHeld.resolve()
    await vi.waitFor(async () => expect(await waitsForLocks(db)).toBe(1), patience)
    await enqueuer(db, { organizationId: 1 })(idle, { subject: 'same', payload: { n: 2 } })
  })
  await drained()
  expect({ runs, failures }).toEqual({ runs: 2, failures: [] })
})

async function waitsForLocks(db: TransactionHandle): Promise<number> {
  const waiting = await db.execute(sql`
    select distinct l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`)
  return waiting.length
}

test('a failing job is tried as often as it may be, then reported once', async () => {
  const attempts: number[] = []
  const reports: string[] = []
  start(
    count(
      async ({ attempt }) => {
        attempts.push(attempt)
        throw new Error(`no luck ${attempt}`)
      },
      {
        failed: async ({ tx, organizationId }, error) => {
          reports.push(error instanceof Error ? error.message : '')
          await tx(async (db) => {
            await db.execute(sql`insert into notes values (${organizationId}, gen_random_uuid(), 'failed')`)
          })
        },
      },
    ),
  )
  await enqueue(1)
  await drained()
  expect(attempts).toEqual([1, 2, 3])
  expect(reports).toEqual(['no luck 3'])
})

test('an engine that is away uses up no attempt: the job waits for it and then runs', async () => {
  const attempts: number[] = []
  const reports: unknown[] = []
  const away = 5
  start(
    count(
      async ({ attempt }) => {
        attempts.push(attempt)
        if (attempts.length <= away) throw new EngineUnavailable('The store does not answer.', 0.01)
      },
      { maxAttempts: 2, failed: async (_, error) => void reports.push(error) },
    ),
  )
  await enqueue(1)
  await drained()
  expect(attempts).toEqual([1, 1, 1, 1, 1, 1])
  expect(reports).toEqual([])
})

test('an engine that stays away for a day makes the job fail as any other error does', async () => {
  const reports: unknown[] = []
  await enqueue(1)
  await database.platformTx((db) => db.update(jobs).set({ createdAt: sql`now() - interval '25 hours'` }))
  start(
    count(() => Promise.reject(new EngineUnavailable('The store does not answer.', 0.01)), {
      maxAttempts: 2,
      failed: async (_, error) => void reports.push(error),
    }),
  )
  await drained()
  expect(reports).toMatchObject([{ name: 'EngineUnavailable' }])
})

test('a report that fails is tried again, without running the job again', async () => {
  let runs = 0
  let reports = 0
  start(
    count(
      async () => {
        runs += 1
        throw new Error('no luck')
      },
      {
        maxAttempts: 1,
        failed: async () => {
          reports += 1
          if (reports < 3) throw new Error('cannot report')
        },
      },
    ),
  )
  await enqueue(1)
  await drained()
  expect([runs, reports]).toEqual([1, 3])
})

test("a dead worker's job is taken up again when its lease has run out, and given up when attempts are used", async () => {
  const dies = count(async () => undefined, { leaseMs: 50 })
  const dieWith = () => leaseJobs(database, dies, { count: 1, turns: [1], roomFor: () => 1 })
  await enqueue(1)
  expect(await dieWith()).toMatchObject([{ attempt: 1 }])
  const attempts: number[] = []
  const worker = start(count(async ({ attempt }) => void attempts.push(attempt)))
  await drained()
  expect(attempts).toEqual([2])
  await worker.stop()

  await enqueue(2)
  for (const attempt of [1, 2, 3])
    await vi.waitFor(async () => expect(await dieWith()).toMatchObject([{ attempt }]), patience)
  const reports: unknown[] = []
  start(count(async () => expect.unreachable(), { failed: async (_, error) => void reports.push(error) }))
  await drained()
  expect(reports).toMatchObject([{ message: 'The worker died during the last attempt.' }])
})

test('a long job keeps its lease and does not run twice', async () => {
  // Three beats, so that a late one on a busy machine does not lose the lease.
  const leaseMs = 3000
  const ran: number[] = []
  const beaten = Promise.withResolvers<void>()
  const long = count(
    async ({ payload, progress }) => {
      ran.push(payload.n)
      progress(0.5)
      await beaten.promise
    },
    { leaseMs },
  )
  start(long)
  start(long)
  await enqueue(1)
  await vi.waitFor(async () => expect((await rows())[0]?.progress).toBe(0.5), patience)
  const leasedUntil = async () => (await rows())[0]?.leaseUntil?.getTime() ?? 0
  const first = await leasedUntil()
  await vi.waitFor(async () => expect(await leasedUntil()).toBeGreaterThan(first + leaseMs), patience)
  beaten.resolve()
  await drained()
  expect(ran).toEqual([1])
})

test('a worker that lost its lease can no longer write and is aborted', async () => {
  const taken = Promise.withResolvers<void>()
  const outcomes: unknown[] = []
  let isTaken = false
  const slow = count(
    async ({ attempt, tx, signal }) => {
      if (attempt > 1) {
        isTaken = true
        return taken.resolve()
      }
      await taken.promise
      const write = tx(async () => expect.unreachable())
      outcomes.push(await write.catch((error: unknown) => error))
      await vi.waitFor(() => expect(signal.aborted).toBe(true), patience)
      outcomes.push(signal.reason)
    },
    { leaseMs: 1000 },
  )
  start(slow)
  await enqueue(1)
  await vi.waitFor(async () => expect((await rows())[0]?.leaseOwner).toBeTruthy(), patience)
  start(slow)
  await vi.waitFor(async () => {
    // Repeated, because the first worker may extend its lease before the other looks.
    await database.platformTx((db) => db.update(jobs).set({ leaseUntil: sql`now() - interval '1 second'` }))
    expect(isTaken).toBe(true)
  }, patience)
  await vi.waitFor(() => expect(outcomes).toHaveLength(2), patience)
  expect(outcomes).toEqual([expect.any(LeaseLost), expect.any(LeaseLost)])
})

test('what a job wrote while another worker took its lease is not kept', async () => {
  const [hasWritten, isTaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ends: unknown[] = []
  start(
    count(async ({ tx }) => {
      const work = tx(async (db) => {
        await db.execute(sql`insert into notes values (1, gen_random_uuid(), 'too late')`)
        hasWritten.resolve()
        await isTaken.promise
      })
      ends.push(await work.catch((error: unknown) => error))
    }),
  )
  await enqueue(1)
  await hasWritten.promise
  await database.platformTx((db) => db.update(jobs).set({ leaseOwner: sql`gen_random_uuid()` }))
  isTaken.resolve()
  await vi.waitFor(() => expect(ends).toEqual([expect.any(LeaseLost)]), patience)
  expect(await database.tenantTx(1, (db) => db.execute(sql`select text from notes`))).toEqual([])
})

test('a stop releases a running job at once and costs it no attempt', async () => {
  const begun = Promise.withResolvers<void>()
  const hangs = count(async () => {
    begun.resolve()
    await new Promise(() => undefined)
  })
  const first = start(hangs)
  await enqueue(1)
  await begun.promise
  await first.stop()
  expect(await rows()).toMatchObject([{ leaseOwner: null, attempts: 0 }])
  const attempts: number[] = []
  start(count(async ({ attempt }) => void attempts.push(attempt)))
  await drained()
  expect(attempts).toEqual([1])
})

test('an organization with fifty jobs does not make another wait for them', async () => {
  for (let n = 0; n < 50; n += 1) await enqueue(n, { organizationId: 1 })
  for (let n = 0; n < 3; n += 1) await enqueue(n, { organizationId: 2 })
  const served: number[] = []
  start(count(async ({ organizationId }) => void served.push(organizationId)))
  await drained()
  expect(served).toHaveLength(53)
  expect(served.slice(0, 6).filter((organizationId) => organizationId === 2)).toHaveLength(3)
})

test('an organization with long jobs leaves room for another', async () => {
  for (let n = 0; n < 5; n += 1) await enqueue(n, { organizationId: 1 })
  const release = Promise.withResolvers<void>()
  const running: number[] = []
  const work = async ({ organizationId }: Run) => {
    running.push(organizationId)
    if (organizationId === 1) await release.promise
  }
  start(count(work, { concurrency: 3, perOrganization: 2 }))
  await vi.waitFor(() => expect(running).toEqual([1, 1]), patience)
  await enqueue(9, { organizationId: 2 })
  await vi.waitFor(() => expect(running).toEqual([1, 1, 2]), patience)
  release.resolve()
  await drained()
  expect(running).toHaveLength(6)
})

test('light jobs of an organization go first, and a heavy one that has waited long enough before them', async () => {
  await enqueue(1, { weight: 1000 })
  await enqueue(2, { weight: 10 })
  await enqueue(3, { weight: 5000 })
  await enqueue(4, { weight: 100 })
  await database.platformTx((db) =>
    db.execute(sql`update jobs set created_at = now() - interval '10 minutes' where subject = 'subject-3'`),
  )
  const ran: number[] = []
  start(count(async ({ payload }) => void ran.push(payload.n)))
  await drained()
  expect(ran).toEqual([3, 2, 4, 1])
})

test('a job done in parts gives the others their turn after each, and no part costs an attempt', async () => {
  await enqueue(1, { organizationId: 1 })
  await enqueue(2, { organizationId: 2 })
  const ran: number[] = []
  const attempts = new Set<number>()
  start(
    count(async ({ organizationId, attempt, continueLater }) => {
      ran.push(organizationId)
      attempts.add(attempt)
      if (organizationId === 1 && ran.filter((one) => one === 1).length < 10) continueLater()
      if (ran.length === 3) await enqueue(3, { organizationId: 2 })
    }),
  )
  await drained()
  expect(ran.slice(0, 5).filter((one) => one === 2)).toHaveLength(2)
  expect(ran.filter((one) => one === 1)).toHaveLength(10)
  expect(attempts).toEqual(new Set([1]))
})

test('whatever jobs of whatever weight are done in whatever parts, by workers that stop and start, each ends', async () => {
  const Jobs = fc.array(
    fc.record({
      organizationId: fc.integer({ min: 1, max: 3 }),
      weight: fc.nat(50),
      parts: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  let at = 0
  const property = fc.asyncProperty(Jobs, fc.nat(4), async (wanted, stops) => {
    at += 100
    const done = new Map<number, number>()
    const partly = count(async ({ payload: { n }, continueLater, signal }) => {
      if (signal.aborted) throw new Error('stopped')
      const parts = (done.get(n) ?? 0) + 1
      done.set(n, parts)
      if (parts < (wanted[n - at]?.parts ?? 0)) continueLater()
    })
    for (const [n, { organizationId, weight }] of wanted.entries())
      await enqueue(at + n, { organizationId, weight })
    for (let stop = 0; stop < stops; stop += 1) await start(partly).stop()
    const last = start(partly)
    await drained()
    await last.stop()
    for (const [n, { parts }] of wanted.entries()) expect(done.get(at + n)).toBeGreaterThanOrEqual(parts)
  })
  await fc.assert(property, { numRuns: 25, endOnFailure: true })
})

test('two workers share the jobs and none runs twice', async () => {
  const ran: number[] = []
  for (let n = 0; n < 40; n += 1) await enqueue(n)
  const shared = count(async ({ payload }) => void ran.push(payload.n), { concurrency: 3 })
  start(shared)
  start(shared)
  await drained()
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
})
