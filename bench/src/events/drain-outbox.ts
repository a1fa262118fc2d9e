import type { Database } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import { startRelay } from '@portal/service-kit/outbox/relay'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { outbox } from '@portal/service-kit/tables'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { alteredBus } from '@portal/testkit/altered-bus'
import { asc, eq } from 'drizzle-orm'
import type { Contender } from '../measure/interleaved.ts'

interface Parts {
  readonly database: Database
  readonly bus: EventBus
  readonly log: Logger
}

/** P17, in microseconds per event: publishing row by row (the textbook way), and the relay. */
export function drainOutbox(parts: Parts, events: number): Contender[] {
  return [
    { name: 'row at a time', round: () => timed(parts, { count: 200, drain: rowAtATime }) },
    { name: 'relay', round: () => timed(parts, { count: events, drain: throughRelay }) },
  ]
}

type Drain = (parts: Parts, count: number) => Promise<void>

async function timed(parts: Parts, work: { count: number; drain: Drain }): Promise<number> {
  await fill(parts.database, work.count)
  const begun = performance.now()
  await work.drain(parts, work.count)
  const left = await parts.database.platformTx((db) => db.select({ seq: outbox.seq }).from(outbox).limit(1))
  if (left.length > 0) throw new Error('The outbox was not drained.')
  return ((performance.now() - begun) * 1000) / work.count
}

async function rowAtATime({ database, bus }: Parts): Promise<void> {
  for (;;) {
    const [row] = await database.platformTx((db) =>
      db.select().from(outbox).orderBy(asc(outbox.seq)).limit(1),
    )
    if (!row) return
    await bus.publish('bench', [row.event])
    await database.platformTx((db) => db.delete(outbox).where(eq(outbox.seq, row.seq)))
  }
}

async function throughRelay({ database, bus, log }: Parts, count: number): Promise<void> {
  const done = Promise.withResolvers<void>()
  let published = 0
  const counting = alteredBus(bus, {
    publish: async (topic, events) => {
      await bus.publish(topic, events)
      published += events.length
      if (published >= count) done.resolve()
    },
  })
  const relay = startRelay({ database, bus: counting, service: 'bench', log })
  await done.promise
  await relay.stop()
}

async function fill(database: Database, count: number): Promise<void> {
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
      organizationId: 1,
      event: {
        specversion: '1.0' as const,
        id: uuidV7(),
        source: 'bench',
        type: 'version.activated',
        dataversion: 1,
        subject: `document-${(at + n) % 50}`,
        time: new Date().toISOString(),
        organizationid: 1,
        partitionkey: `1/document-${(at + n) % 50}`,
        audience: { organizationId: 1 },
        data: { documentId: uuidV7(), versionId: uuidV7(), version: n, replaced: null },
      },
    }))
    await database.platformTx((db) => db.insert(outbox).values(rows))
  }
}
