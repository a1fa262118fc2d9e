import type { EventEnvelope } from '@portal/contracts/events'
import { and, asc, eq, sql } from 'drizzle-orm'
import { DatabaseUnavailable } from '../database/connection-slot.ts'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import {
  applyEffect,
  type Handling,
  noteWithoutEffect,
  reactionTo,
  reasonOf,
  transactFor,
} from './receive.ts'
import { inbox, deadLetters as letters } from './tables.ts'

/** An event that failed, or (`reason` null) waits behind one that failed on the same key. */
export interface DeadLetter {
  readonly eventId: string
  readonly type: string
  readonly organizationId: number | null
  readonly key: string
  readonly reason: string | null
  readonly tries: number
  readonly storedAt: Date
}

/** How many events a replay handled and, if it stopped early, why. */
export interface ReplayOutcome {
  readonly replayed: number
  readonly stoppedBy: DeadLetter | null
}

/** An operator's view of dead letters. */
export interface DeadLetters {
  /** Oldest first, at most 500. */
  list(): Promise<DeadLetter[]>
  /** Replays the event's key in order until one fails; if none does, the key is unblocked. */
  replay(eventId: string): Promise<ReplayOutcome>
  /** Drops one event for good, then replays those it held back. */
  discard(eventId: string): Promise<ReplayOutcome>
}

type Stored = typeof letters.$inferSelect

const nothing: ReplayOutcome = { replayed: 0, stoppedBy: null }

/** The dead letters of one service. */
export function deadLetters(handling: Handling): DeadLetters {
  return {
    list: async () => (await select(handling, 500)).map(present),
    replay: async (eventId) => {
      const letter = await find(handling, eventId)
      return letter ? replayKey(handling, letter.key) : nothing
    },
    discard: async (eventId) => {
      const letter = await find(handling, eventId)
      if (!letter) return nothing
      await drop(handling, letter)
      const [next] = await select(handling, 1, letter.key)
      return next?.reason === null ? replayKey(handling, letter.key) : nothing
    },
  }
}

async function replayKey(handling: Handling, key: string): Promise<ReplayOutcome> {
  for (let replayed = 0; ; replayed += 1) {
    const [letter] = await select(handling, 1, key)
    if (!letter) return { replayed, stoppedBy: null }
    try {
      await replayOne(handling, letter.event)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      if (error instanceof OrganizationDeleted) return forget(handling, letter, replayed)
      return { replayed, stoppedBy: await noteFailure(handling, letter, reasonOf(error)) }
    }
  }
}

/** Deletes the letter in its effect's transaction; the row lock holds up the key meanwhile. */
async function replayOne(handling: Handling, event: EventEnvelope): Promise<void> {
  const consumer = reactionTo(handling, event)
  const as = consumer ?? { as: 'platform' as const }
  await transactFor(handling.database, { consumer: as, event }, async (db) => {
    const mine = and(eq(letters.eventId, event.id), eq(letters.consumer, handling.service))
    const gone = await db.delete(letters).where(mine).returning({ eventId: letters.eventId })
    if (gone.length === 0) return
    const fresh = await db
      .insert(inbox)
      .values({
        eventId: event.id,
        consumer: handling.service,
        organizationId: event.organizationid ?? null,
      })
      .onConflictDoNothing()
      .returning({ eventId: inbox.eventId })
    if (consumer && fresh.length > 0) await applyEffect(handling, { consumer, event, db })
  })
}

async function noteFailure(handling: Handling, letter: Stored, reason: string): Promise<DeadLetter> {
  await handling.database.platformTx((db) =>
    db
      .update(letters)
      .set({ reason, tries: sql`${letters.tries} + 1` })
      .where(and(eq(letters.eventId, letter.eventId), eq(letters.consumer, handling.service))),
  )
  return present({ ...letter, reason, tries: letter.tries + 1 })
}

async function drop(handling: Handling, letter: Stored): Promise<void> {
  const { eventId, organizationId } = letter
  await handling.database.platformTx(async (db) => {
    await db.delete(letters).where(and(eq(letters.eventId, eventId), eq(letters.consumer, handling.service)))
    await db
      .insert(inbox)
      .values({ eventId, consumer: handling.service, organizationId })
      .onConflictDoNothing()
  })
  handling.log.warn({ eventId, organizationId }, 'an event was discarded by an operator')
}

/** Drops the letters of a deleted organization. */
async function forget(
  handling: Handling,
  { eventId, key }: Stored,
  replayed: number,
): Promise<ReplayOutcome> {
  const mine = and(eq(letters.consumer, handling.service), eq(letters.key, key))
  await handling.database.platformTx((db) => db.delete(letters).where(mine))
  await noteWithoutEffect(handling, eventId)
  return { replayed, stoppedBy: null }
}

function select(handling: Handling, limit: number, key?: string): Promise<Stored[]> {
  const own = eq(letters.consumer, handling.service)
  return handling.database.platformTx((db) =>
    db
      .select()
      .from(letters)
      .where(key === undefined ? own : and(own, eq(letters.key, key)))
      .orderBy(asc(letters.seq))
      .limit(limit),
  )
}

async function find(handling: Handling, eventId: string): Promise<Stored | undefined> {
  const [letter] = await handling.database.platformTx((db) =>
    db
      .select()
      .from(letters)
      .where(and(eq(letters.eventId, eventId), eq(letters.consumer, handling.service))),
  )
  return letter
}

function present(letter: Stored): DeadLetter {
  const { eventId, organizationId, key, reason, tries, storedAt, event } = letter
  return { eventId, type: event.type, organizationId, key, reason, tries, storedAt }
}
