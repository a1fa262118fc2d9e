import type { EventEnvelope } from '@portal/contracts/events'
import { inSpan } from '@portal/telemetry/running-span'
import { sql } from 'drizzle-orm'
import { DatabaseUnavailable, type TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import { enqueuer } from '../jobs/enqueue.ts'
import { emitter } from '../outbox/emit.ts'
import { backoff, sleep } from '../sleep.ts'
import { deadLetters, inbox } from '../tables.ts'
import type { Handling, Reaction } from './consumers.ts'
import { withoutErased } from './without-erased.ts'

/** Attempts before an event becomes a dead letter. */
export const triesMax = 5
const pauses = { firstMs: 50, maxMs: 1000 }

/** Events of one key are handled in order; the key includes the producer. */
export function orderKey(event: EventEnvelope): string {
  return `${event.source}/${event.partitionkey}`
}

/**
 * Handles one delivery. Resolves unless the service's own database is unavailable: failed events
 * become dead letters; duplicates, unknown events and deleted organizations' events are skipped.
 */
export async function receive(handling: Handling, event: EventEnvelope): Promise<void> {
  const consumer = handling.reactionTo(event)
  if (!consumer) return
  const { service, telemetry } = handling
  const since = performance.now()
  const { traceparent: parent = null, type } = event
  const outcome = await inSpan(
    parent === null ? null : (telemetry?.tracing ?? null),
    () => ({
      name: `${service} ${type}`,
      kind: 'consumer',
      parent,
      link: parent,
      facts: { consumer: service },
    }),
    () => deliverOnce(handling, consumer, event),
  )
  telemetry?.handled.of({ consumer: service, outcome }).observe((performance.now() - since) / 1000)
}

type Outcome = 'handled' | 'dead-letter' | 'skipped'

async function deliverOnce(handling: Handling, consumer: Reaction, event: EventEnvelope): Promise<Outcome> {
  try {
    return await deliver(handling, consumer, event)
  } catch (error) {
    if (!(error instanceof OrganizationDeleted)) throw error
    await noteWithoutEffect(handling, event.id)
    return 'skipped'
  }
}

async function deliver(handling: Handling, consumer: Reaction, event: EventEnvelope): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      await handleOnce(handling, consumer, event)
      return 'handled'
    } catch (error) {
      if (error instanceof OrganizationDeleted) throw error
      // If the database responds, the event itself ended its transaction, say by a timeout.
      if (error instanceof DatabaseUnavailable) await handling.database.check()
      const isLast = tries === triesMax
      handling.log.warn({ err: error, tries, ...named(event) }, 'an event could not be handled')
      if (isLast) {
        await deadLetter(handling, { consumer, event, error, tries })
        return 'dead-letter'
      }
    }
    await sleep(backoff(tries, pauses))
  }
}

async function handleOnce(handling: Handling, consumer: Reaction, event: EventEnvelope): Promise<void> {
  await transactFor(handling.database, { consumer, event }, async (db) => {
    const arrival = await arrive(db, handling.service, event)
    if (arrival.isFresh) await applyEffect(handling, { consumer, event, db })
    else if (arrival.isHeld) await storeLetter(db, handling.service, { event, reason: null, tries: 0 })
  })
}

/** Runs the handler inside the open transaction, which already holds the inbox row. */
export async function applyEffect(
  handling: Handling,
  delivery: { readonly consumer: Reaction; readonly event: EventEnvelope; readonly db: TransactionHandle },
): Promise<void> {
  const { consumer, event, db } = delivery
  const organizationId = event.organizationid ?? null
  const actorId = event.actorid ?? null
  const { service, publisher: source = service, audienceOf } = handling
  const scope = { source, audienceOf, organizationId, actorId }
  await consumer.handle(
    {
      db,
      organizationId,
      emit: emitter(db, scope),
      enqueue: enqueuer(db, scope),
      log: handling.log.child(named(event)),
    },
    await withoutErased(db, event),
  )
  db.hint('inbox')
}

/** Opens the transaction in which a consumer handles an event. Throws OrganizationDeleted. */
export function transactFor<T>(
  database: Database,
  delivery: { readonly consumer: Pick<Reaction, 'as'>; readonly event: EventEnvelope },
  run: (db: TransactionHandle) => Promise<T>,
): Promise<T> {
  const { consumer, event } = delivery
  const about = event.organizationid
  return about === undefined || consumer.as === 'platform'
    ? database.platformTx(run, about === undefined ? {} : { about })
    : database.tenantTx(about, run)
}

/** Marks a deleted organization's event as handled, so that awaitSeen does not wait for it. */
export async function noteWithoutEffect(handling: Handling, eventId: string): Promise<void> {
  await handling.database.platformTx(async (db) => {
    await markHandled(db, handling, { eventId })
    db.hint('inbox')
  })
}

/** Marks an event as handled. False if it was before. */
export async function markHandled(
  db: TransactionHandle,
  { service: consumer }: Handling,
  event: { readonly eventId: string; readonly organizationId?: number | null },
): Promise<boolean> {
  const marked = await db
    .insert(inbox)
    .values({ ...event, consumer })
    .onConflictDoNothing()
    .returning({ eventId: inbox.eventId })
  return marked.length > 0
}

/**
 * In one round trip: was it handled before, does a dead letter hold its key, and if neither, mark
 * it as handled. Locking that letter serializes us with a replay that empties the key.
 */
async function arrive(
  db: TransactionHandle,
  service: string,
  event: EventEnvelope,
): Promise<{ isFresh: boolean; isHeld: boolean }> {
  const organizationId = event.organizationid ?? null
  const ownLetters =
    organizationId === null
      ? sql`${deadLetters.organizationId} is null`
      : sql`${deadLetters.organizationId} = ${organizationId}`
  const [row] = await db.execute<{ isFresh: boolean; isHeld: boolean }>(sql`
    with seen as (
      select 1 from ${inbox} where ${inbox.eventId} = ${event.id} and ${inbox.consumer} = ${service}
    ), held as (
      select 1 from ${deadLetters}
      where ${ownLetters} and ${deadLetters.consumer} = ${service} and ${deadLetters.key} = ${orderKey(event)}
      limit 1 for share
    ), fresh as (
      insert into ${inbox} (event_id, consumer, organization_id)
      select ${event.id}, ${service}, ${organizationId}::bigint where not exists (select from seen) and not exists (select from held)
      on conflict do nothing returning 1
    )
    select exists (select from fresh) as "isFresh",
      exists (select from held) and not exists (select from seen) as "isHeld"`)
  return row ?? { isFresh: false, isHeld: false }
}

async function deadLetter(
  handling: Handling,
  delivery: { consumer: Reaction; event: EventEnvelope; error: unknown; tries: number },
): Promise<void> {
  const { consumer, event, tries, error } = delivery
  await transactFor(handling.database, { consumer, event }, (db) =>
    storeLetter(db, handling.service, { event, tries, reason: reasonOf(error) }),
  )
  handling.log.error({ err: error, ...named(event) }, 'an event went to the dead letters; its key is held')
}

async function storeLetter(
  db: TransactionHandle,
  service: string,
  letter: { event: EventEnvelope; reason: string | null; tries: number },
): Promise<void> {
  const { event, reason, tries } = letter
  await db
    .insert(deadLetters)
    .values({
      eventId: event.id,
      consumer: service,
      organizationId: event.organizationid ?? null,
      key: orderKey(event),
      event,
      reason,
      tries,
    })
    .onConflictDoNothing()
}

/** The reason that is stored with a failed event. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\u0000', '').slice(0, 2000)
}

function named(event: EventEnvelope): Record<string, unknown> {
  return { eventId: event.id, eventType: event.type, organizationId: event.organizationid ?? null }
}
