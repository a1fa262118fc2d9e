import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import type { Enqueue } from '@portal/service-kit/jobs/enqueue'
import { createLogger } from '@portal/service-kit/logger'
import { jobs } from '@portal/service-kit/tables'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { enqueueDue } from '../lifecycle/activate-scheduled.ts'
import type { DocumentsPorts } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { service } from '../service.ts'
import { upload } from '../versions/versions.fixture.ts'
import { refillIndex, reindex } from './reindex.ts'

const count = 1000
/** What one transaction may enqueue and still end well within its five seconds. */
const perTransaction = 500
const organizationId = 1
let database: Database
let ports: DocumentsPorts
/** How many jobs each transaction enqueued. */
let enqueued: number[]
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  const engines = await openDocumentEngines()
  ends.unshift(() => engines.close())
  ports = engines.ports
  const under = await startUnderTest(service, { ports })
  database = openDatabase({ urls: under.urls, name: 'test' })
  ends.unshift(() => database.close())
  await upload(under.as({ personId: 'admin', organizationId, role: 'admin' }))
  ends.unshift(() => under.stop())
  // Nothing takes the jobs from here.
  await under.service.stop()
  await database.tenantTx(organizationId, async (db) => {
    const [one] = await db.select().from(documents).where(own(documents, { organizationId }))
    const [version] = await db.select().from(versions).where(own(versions, { organizationId }))
    if (!one || !version) throw new Error('The upload left no document.')
    const { foundBy: _, ...document } = one
    const others = Array.from({ length: count - 1 }, (_, at) => at + 2)
    await db
      .insert(documents)
      .values(others.map((number) => ({ ...document, id: uuidV7(), customId: `COPY-${number}` })))
    const due = { ...version, status: 'approved' as const, effectiveAt: new Date(), activatedAt: null }
    await db
      .insert(versions)
      .values([...others, count + 1].map((number) => ({ ...due, id: uuidV7(), number })))
  })
}, 240_000)
beforeEach(() => {
  enqueued = []
})
afterAll(async () => {
  for (const end of ends) await end()
})

/** Counts jobs instead of storing them. */
const platformTx: ServiceScope<DocumentsPorts>['platformTx'] = (work) =>
  database.platformTx(async (db) => {
    let jobsOfThis = 0
    const counting: Enqueue = async () => {
      jobsOfThis += 1
    }
    const result = await work(db, () => counting)
    enqueued.push(jobsOfThis)
    return result
  })
const sum = () => enqueued.reduce((all, some) => all + some, 0)

it('however many versions are due, no transaction has them all activated', async () => {
  await enqueueDue({ platformTx })
  expect(sum()).toBe(count)
  expect(Math.max(...enqueued)).toBeLessThanOrEqual(perTransaction)
})

it('however many documents an empty index lacks, no transaction has them all indexed', async () => {
  const index = { ...ports.index, prepare: async () => 'rebuild' as const }
  const log = createLogger({ service: 'documents', level: 'silent' })
  await refillIndex({ ports: { ...ports, index }, platformTx, log, onHandled: () => () => undefined })
  expect(sum()).toBe(2 * count)
  expect(Math.max(...enqueued)).toBeLessThanOrEqual(perTransaction)
})

it('all documents of a large organization are asked for again, a part in each transaction', async () => {
  let transactions = 0
  const counted: Database = {
    ...database,
    tenantTx: (...work) => {
      transactions += 1
      return database.tenantTx(...work)
    },
  }
  const watched = AbortSignal.timeout(1000)
  expect(await reindex({ database: counted, progress: () => undefined, halted: watched })).toBe(count)
  expect(transactions).toBeGreaterThanOrEqual(count / perTransaction)
  const waiting = await database.platformTx((db) =>
    db.select().from(jobs).where(eq(jobs.kind, 'index-document')),
  )
  expect(waiting).toHaveLength(count)
}, 60_000)
