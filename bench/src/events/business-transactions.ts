import { randomUUID } from 'node:crypto'
import { event, events } from '@portal/contracts/events'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import { emitter } from '@portal/service-kit/outbox/emit'
import { startRelay } from '@portal/service-kit/outbox/relay'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { outbox } from '@portal/service-kit/tables'
import { alteredBus } from '@portal/testkit/altered-bus'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Contender } from '../measure/interleaved.ts'

const { noteChanged } = events('bench', {
  noteChanged: event('note.changed', 1, { noteId: z.uuid(), version: z.number().int(), by: z.string() }),
})
const lanes = 8

/**
 * P18, in microseconds of wall time per transaction: lock a row, change it, add one; the same plus
 * an event in the outbox while the relay publishes; and that with a NOTIFY in each transaction.
 * With 4,000 transactions, the events unpublished at a round's end are negligible.
 */
export function businessTransactions(
  parts: { readonly database: Database; readonly bus: EventBus; readonly log: Logger },
  transactions: number,
): Contender[] {
  const { database, bus, log } = parts
  const withRelay = async (more: (db: TransactionHandle, noteId: string) => Promise<void>) => {
    const working = Promise.withResolvers<void>()
    const publish: EventBus['publish'] = (topic, events) => bus.publish(topic, events).then(working.resolve)
    const relay = startRelay({ database, bus: alteredBus(bus, { publish }), service: 'bench', log })
    try {
      // Starts the relay: connecting and taking the lock are not part of a transaction's cost.
      await database.tenantTx(1, (db) => emitOne(db, randomUUID()))
      await working.promise
      return await timed(database, transactions, more)
    } finally {
      await relay.stop()
    }
  }
  return [
    { name: 'without outbox', round: () => timed(database, transactions, async () => undefined) },
    {
      name: 'with outbox, not published',
      round: async () => {
        const cost = await timed(database, transactions, emitOne)
        // Otherwise the next contender's relay would publish these events as well.
        await database.platformTx((db) => db.delete(outbox))
        return cost
      },
    },
    { name: 'with outbox', round: () => withRelay(emitOne) },
    {
      name: 'with outbox and NOTIFY in each',
      round: () =>
        withRelay(async (db, noteId) => {
          await emitOne(db, noteId)
          await db.execute(sql`select pg_notify('bench', '')`)
        }),
    },
  ]
}

function emitOne(db: TransactionHandle, noteId: string): Promise<void> {
  const emit = emitter(db, { source: 'bench', organizationId: 1, wrote: [] })
  return emit(noteChanged, { subject: noteId, data: { noteId, version: 1, by: 'someone' } })
}

async function timed(
  database: Database,
  transactions: number,
  more: (db: TransactionHandle, noteId: string) => Promise<void>,
): Promise<number> {
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const noteId = randomUUID()
      await database.tenantTx(1, async (db) => void (await insertNote(db, noteId)))
      for (let n = 0; n < transactions / lanes; n += 1) {
        await database.tenantTx(1, async (db) => {
          await db.execute(
            sql`select text from notes where organization_id = 1 and id = ${noteId} for update`,
          )
          await db.execute(
            sql`update notes set text = ${`change ${n}`} where organization_id = 1 and id = ${noteId}`,
          )
          await insertNote(db, randomUUID())
          await more(db, noteId)
        })
      }
    }),
  )
  return ((performance.now() - begun) * 1000) / transactions
}

async function insertNote(db: TransactionHandle, id: string): Promise<void> {
  await db.execute(
    sql`insert into notes values (1, ${id}, 'a note of some length, as an audit row would have')`,
  )
}
