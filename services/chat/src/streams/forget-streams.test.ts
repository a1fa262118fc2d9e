import { openDatabase } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { createTestDatabase } from '@portal/testkit/test-database'
import { count } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { service } from '../service.ts'
import { answerStreamEvents, answerStreams } from '../stored-streams/answer-streams-schema.ts'
import { forgetOldStreams } from './running-answers.ts'

const organizationId = 1
const hourMs = 3600_000

it('the streams of a busy hour are forgotten in several transactions, those of this hour are kept', async () => {
  const { urls, drop } = await createTestDatabase(service.migrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  const stream = (createdAt: Date) => ({
    ...{ organizationId, id: uuidV7(), personId: 'ada', question: 'How long?' },
    ...{ leaseUntil: createdAt, createdAt, state: 'ended' as const },
  })
  const old = Array.from({ length: 2500 }, () => stream(new Date(Date.now() - 2 * hourMs)))
  const recent = stream(new Date(Date.now() - hourMs / 2))
  await database.tenantTx(organizationId, async (db) => {
    await db.insert(answerStreams).values([...old, recent])
    const events = [...old, recent].map(({ id: streamId }) => ({ organizationId, streamId, number: 1 }))
    await db.insert(answerStreamEvents).values(events.map((one) => ({ ...one, event: 'end', data: {} })))
  })
  const left = async () => {
    const of = own(answerStreams, { organizationId })
    const rows = await database.tenantTx(organizationId, (db) =>
      db.select({ count: count() }).from(answerStreams).where(of),
    )
    return rows[0]?.count ?? 0
  }
  const forgotten: number[] = []
  const platformTx: typeof database.platformTx = async (work) => {
    const before = await left()
    const result = await database.platformTx(work)
    forgotten.push(before - (await left()))
    return result
  }
  await forgetOldStreams({ platformTx: (work) => platformTx((db) => work(db, () => async () => undefined)) })
  expect(Math.max(...forgotten)).toBeLessThanOrEqual(1000)
  expect(await left()).toBe(1)
  const events = await database.tenantTx(organizationId, (db) => db.select().from(answerStreamEvents))
  expect(events.map(({ streamId }) => streamId)).toEqual([recent.id])
}, 60_000)
