import { type ErasedStore, erasureEvents } from '@portal/contracts/erasure'
import { teamEvents } from '@portal/contracts/team'
import { and, eq, or, sql } from 'drizzle-orm'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import { nameless } from '../inbox/without-erased.ts'
import { type Job, job } from '../jobs/job.ts'
import { emitter } from '../outbox/emit.ts'
import type { EventBus } from '../ports/event-bus.ts'
import { sleep } from '../sleep.ts'
import { deadLetters, erasedPeople, idempotencyKeys, outbox, quotaUsage } from '../tables.ts'
import { erasureKind } from './erase-on-request.ts'
import {
  type ErasedPerson,
  type ErasedRows,
  type PersonalData,
  type PersonalRows,
  personalRows,
} from './personal-data.ts'

interface ErasureScope<Ports> {
  readonly service: string
  readonly database: Database
  readonly bus: EventBus
  readonly ports: Ports
  readonly personal: PersonalData<Ports>
}

interface Erasure<Ports> extends ErasureScope<Ports> {
  readonly person: ErasedPerson
  readonly signal: AbortSignal
}

/** What every service keeps: stored responses to the person, and what they have used. */
const kitRows: readonly PersonalRows[] = [
  personalRows(idempotencyKeys, { as: 'platform', of: (id) => eq(idempotencyKeys.personId, id) }),
  personalRows(quotaUsage, { as: 'tenant', of: (id) => eq(quotaUsage.personId, id) }),
]

/**
 * Erases a person from this service: outside stores, every table, then events that name them.
 * Resumable at any point; waits for an engine that is away. Reports once nothing is left.
 */
export function erasureJob<Ports>(scope: ErasureScope<Ports>): Job<unknown> {
  return job<typeof erasureKind.payload, unknown>(erasureKind.kind, {
    payload: erasureKind.payload,
    maxAttempts: Number.MAX_SAFE_INTEGER,
    // Short, so that another process takes over soon after a kill.
    leaseMs: 10_000,
    concurrency: 1,
    run: async ({ payload: person, signal }) => {
      const erasure = { ...scope, person, signal }
      // Events whose handling began before the request was committed may still write a name.
      await scope.database.untilOlderTransactionsEnd()
      const outside = await eraseOutside(erasure)
      const rows = [...scope.personal.rows, ...kitRows]
      for (const each of rows) await eraseRows(erasure, each)
      const logUntil = await eraseEvents(erasure)
      const stores = outside.map((store) => ({ store, remaining: 0 }))
      for (const each of rows)
        stores.push({ store: `table ${each.table}`, remaining: await countLeft(erasure, each) })
      if (stores.some(({ remaining }) => remaining > 0))
        throw new Error('Something of an erased person came in meanwhile; it is erased again.')
      await report(erasure, { stores, logUntil })
    },
  })
}

async function eraseOutside<Ports>({ database, personal, ports, person }: Erasure<Ports>) {
  const { outside } = personal
  if (!outside) return []
  return outside({ ports, userId: person.userId, platformTx: (run) => database.platformTx(run) })
}

async function eraseRows<Ports>(erasure: Erasure<Ports>, rows: PersonalRows): Promise<void> {
  for (let isMore = true; isMore; ) {
    erasure.signal.throwIfAborted()
    isMore = false
    await inEach(erasure, rows, async (of) => {
      if (await rows.erase(of)) isMore = true
    })
  }
}

/** In the platform's transaction, or in one of each organization that is not deleted. */
async function inEach<Ports>(
  { database, service: source, person: { userId, organizationIds } }: Erasure<Ports>,
  { as }: PersonalRows,
  run: (rows: ErasedRows) => Promise<void>,
): Promise<void> {
  const runIn = (organizationId: number | null) => (db: TransactionHandle) =>
    run({ db, userId, organizationId, emit: emitter(db, { source, organizationId }) })
  if (as === 'platform') return database.platformTx(runIn(null))
  for (const organizationId of organizationIds)
    await database.tenantTx(organizationId, runIn(organizationId)).catch((error: unknown) => {
      if (!(error instanceof OrganizationDeleted)) throw error
    })
}

async function countLeft<Ports>(erasure: Erasure<Ports>, rows: PersonalRows): Promise<number> {
  let left = 0
  await inEach(erasure, rows, async (of) => {
    left += await rows.countLeft(of)
  })
  return left
}

const relayWaits = { times: 50, ms: 100 }

/**
 * Takes the names out of events: of those that wait for an operator, and of the log. Returns until
 * when a log that cannot be changed keeps them.
 */
async function eraseEvents<Ports>(erasure: Erasure<Ports>): Promise<string | null> {
  const { database, bus, service, personal, person } = erasure
  const { type, source } = teamEvents.personChanged
  await database.platformTx((db) =>
    db.execute(sql`
      update ${deadLetters} set event = jsonb_set(event::jsonb, '{data}',
        (event::jsonb -> 'data') || ${JSON.stringify(nameless)}::text::jsonb)::json
      where event ->> 'source' = ${source} and event ->> 'type' = ${type}
        and event ->> 'subject' = ${person.userId}`),
  )
  const { published } = personal
  if (!published) return null
  await untilPublished(erasure, published)
  const until = await bus.redact(service, { ...published, userId: person.userId })
  return until?.toISOString() ?? null
}

/** An event with a name that waits in the outbox would reach the log after its redaction. */
async function untilPublished<Ports>(
  { database, person, signal }: Erasure<Ports>,
  { type, values }: NonNullable<PersonalData<Ports>['published']>,
): Promise<void> {
  const named = or(
    ...Object.entries(values).map(
      ([field, value]) => sql`${outbox.event} -> 'data' ->> ${field} is distinct from ${value}`,
    ),
  )
  const waiting = and(
    sql`${outbox.event} ->> 'type' = ${type} and ${outbox.event} -> 'data' ->> 'userId' = ${person.userId}`,
    named,
  )
  for (let times = 0; times < relayWaits.times; times += 1) {
    if ((await database.platformTx((db) => db.$count(outbox, waiting))) === 0) return
    await sleep(relayWaits.ms, signal)
    signal.throwIfAborted()
  }
  throw new Error('Events with the name of an erased person still wait to leave.')
}

async function report<Ports>(
  { database, service, person: { userId } }: Erasure<Ports>,
  { stores, logUntil }: { readonly stores: readonly ErasedStore[]; readonly logUntil: string | null },
): Promise<void> {
  await database.platformTx(async (db) => {
    const own = eq(erasedPeople.personId, userId)
    await db.update(erasedPeople).set({ erasedAt: sql`now()` }).where(own)
    const emit = emitter(db, { source: service, organizationId: null })
    const { personErased } = erasureEvents(service)
    await emit(personErased, { subject: userId, data: { userId, stores: [...stores], logUntil } })
  })
}
