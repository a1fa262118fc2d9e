import { randomUUID } from 'node:crypto'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sleep } from '../sleep.ts'
import { drillName, openTenantTransactions, type Statements } from '../testing/tenant-transactions.ts'
import { DatabaseUnavailable } from './connection-slot.ts'
import { type DatabaseUrls, openDatabase } from './open-database.ts'

const readNotes = `select text from notes`
const addNote = (organizationId: number, text: string): string =>
  `insert into notes values (${organizationId}, gen_random_uuid(), '${text}')`

async function freshUrls(): Promise<DatabaseUrls> {
  const database = await createTestDatabase(notesMigrations)
  onTestFinished(() => database.drop())
  return database.urls
}

/** Terminates every backend of the drill and resolves when they are gone. */
async function terminateBackends(urls: DatabaseUrls): Promise<void> {
  const watcher = openDatabase({ urls, name: 'watcher', appConnections: 1 })
  const backends = (column: string) =>
    watcher.tenantTx(1, (db) =>
      db.execute(
        `select ${column} from pg_stat_activity where application_name = '${drillName}' and datname = current_database()`,
      ),
    )
  expect((await backends('pg_terminate_backend(pid)')).length).toBeGreaterThan(0)
  await vi.waitFor(async () => expect(await backends('pid')).toHaveLength(0), { interval: 5 })
  await watcher.close()
}

/** A call that blocks inside its transaction until resumed. */
function pausedCall() {
  const reached = Promise.withResolvers<void>()
  const wake = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    wake: () => wake.resolve(),
    pause: async () => {
      reached.resolve()
      await wake.promise
    },
  }
}

/**
 * The scenario of architecture.md §5, with a pool of one: A waits inside its transaction, A's
 * backend is terminated, B writes in a new transaction, A wakes and reads. What does A see?
 */
async function wakeInForeignTransaction(isGuarded: boolean) {
  const urls = await freshUrls()
  const transactions = openTenantTransactions({ urls, connections: 1, isGuarded })
  onTestFinished(() => transactions.close())
  const a = pausedCall()
  const b = pausedCall()
  const seenByA = Promise.withResolvers<unknown>()
  const callOfA = transactions.tenantTx(1, async (db: Statements) => {
    await a.pause()
    const reading = Promise.resolve(db.execute(readNotes))
    reading.then((rows) => seenByA.resolve(rows.map((row) => row.text)), seenByA.resolve)
    return reading
  })
  const outcomeOfA = callOfA.then(
    () => 'committed',
    (error: unknown) => error,
  )
  await a.reached
  await terminateBackends(urls)
  const callOfB = transactions.tenantTx(2, async (db: Statements) => {
    await db.execute(addNote(2, 'secret of B'))
    await b.pause()
    return db.execute(readNotes)
  })
  const outcomeOfB = callOfB.then(
    (rows) => rows.map((row) => row.text),
    (error: unknown) => error,
  )
  await b.reached
  a.wake()
  const seen = await seenByA.promise
  b.wake()
  return { seenByA: seen, outcomeOfA, outcomeOfB }
}

describe('a backend that dies in mid-transaction', () => {
  it('its callback wakes to an error, the call fails and the next transaction is not touched', async () => {
    const { seenByA, outcomeOfA, outcomeOfB } = await wakeInForeignTransaction(true)
    expect(seenByA).toMatchObject({ cause: { name: 'DatabaseUnavailable' } })
    expect(await outcomeOfA).toMatchObject({ name: 'DatabaseUnavailable' })
    expect(await outcomeOfB).toEqual(['secret of B'])
  })

  it('without the guard it reads the rows of another organization: the scenario is real', async () => {
    const { seenByA } = await wakeInForeignTransaction(false)
    expect(seenByA).toEqual(['secret of B'])
  })
})

describe('a handle', () => {
  it('runs nothing outside its transaction: what was started and not awaited is lost with it', async () => {
    const database = openDatabase({ urls: await freshUrls(), name: drillName })
    onTestFinished(() => database.close())
    let strays: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([])
    const addEvent = `insert into inbox (event_id, consumer) values (gen_random_uuid(), 'stray')`
    const failing = database.platformTx(async (db) => {
      const first = db.execute('select 1 / 0').then()
      strays = Promise.allSettled([1, 2, 3].map(() => db.execute(addEvent)))
      await first
    })
    await expect(failing).rejects.toThrow('Failed query: select 1 / 0')
    const settled = await strays
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await database.platformTx((db) => db.execute('select * from inbox'))).toHaveLength(0)
  })

  it('whose statement failed cannot commit in silence, even when the callback swallows the error', async () => {
    const database = openDatabase({ urls: await freshUrls(), name: drillName })
    onTestFinished(() => database.close())
    const swallowing = database.tenantTx(1, async (db) => {
      await db.execute(addNote(1, 'believed to be kept'))
      await db.execute('select 1 / 0').then(undefined, () => 'swallowed')
    })
    await expect(swallowing).rejects.toThrow('rolled back')
    expect(await database.tenantTx(1, (db) => db.execute(readNotes))).toHaveLength(0)
  })

  it('whose transaction exceeds its time limit throws that the database is unavailable, so that it is tried again', async () => {
    const database = openDatabase({ urls: await freshUrls(), name: drillName, transactionTimeoutMs: 200 })
    onTestFinished(() => database.close())
    const late = database.tenantTx(1, (db) => db.execute('select pg_sleep(60)'))
    await expect(late).rejects.toThrow(DatabaseUnavailable)
    const lateBegin = database.tenantTx(1, async (db) => {
      await db.execute(addNote(1, 'late'))
      await sleep(600)
    })
    await expect(lateBegin).rejects.toThrow(DatabaseUnavailable)
    expect(await database.tenantTx(1, (db) => db.execute(readNotes))).toHaveLength(0)
  })

  it('keeps its statements prepared, so that the connection plans each once, but not lists of any length', async () => {
    const database = openDatabase({ urls: await freshUrls(), name: drillName, appConnections: 1 })
    onTestFinished(() => database.close())
    const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
    for (const count of [1, 1, 1, 2, 40, 41]) {
      await database.tenantTx(1, (db) => db.execute(sql`select text from notes where id in ${ids(count)}`))
    }
    const kept = await database.tenantTx(1, (db) =>
      db.execute(`select statement from pg_prepared_statements order by prepare_time`),
    )
    expect(kept.map(({ statement }) => statement)).toEqual([
      'select text from notes where id in ($1)',
      'select text from notes where id in ($1, $2)',
    ])
  })

  it('kept beyond its transaction, it throws', async () => {
    const database = openDatabase({ urls: await freshUrls(), name: drillName })
    onTestFinished(() => database.close())
    const kept = await database.tenantTx(1, async (db) => ({ db }))
    await expect(kept.db.execute(readNotes)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('has ended') },
    })
  })
})
