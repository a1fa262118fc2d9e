import type { EventEnvelope } from '@portal/contracts/events'
import { and, asc, eq, sql } from 'drizzle-orm'
import { DatabaseUnavailable } from '../database/connection-slot.ts'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import { deadLetters as letters } from '../tables.ts'
import type { Handling } from './consumers.ts'
import { applyEffect, markHandled, noteWithoutEffect, reasonOf, transactFor } from './receive.ts'

/** An event that failed, or (`reason` null) waits behind one that failed on the same key. */
export type DeadLetter = typeof letters.$inferSelect

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

const nothing: ReplayOutcome = { replayed: 0, stoppedBy: null }

/** The dead letters of one service. */
export function deadLetters(handling: Handling): DeadLetters {
  const find = (eventId: string) =>
    handling.database.platformTx((db) => db.select().from(letters).where(mine(handling, eventId)))
  return {
    list: () => select(handling, 500),
    replay: async (eventId) => {
      const [letter] = await find(eventId)
      return letter ? replayKey(handling, letter.key) : nothing
    },
    discard: async (eventId) => {
      const [letter] = await find(eventId)
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
  const consumer = handling.reactionTo(event)
  const as = consumer ?? { as: 'platform' as const }
  await transactFor(handling.database, { consumer: as, event }, async (db) => {
    const gone = await db
      .delete(letters)
      .where(mine(handling, event.id))
      .returning({ eventId: letters.eventId })
    if (gone.length === 0) return
    const handled = { eventId: event.id, organizationId: event.organizationid ?? null }
    const isFresh = await markHandled(db, handling, handled)
    if (consumer && isFresh) await applyEffect(handling, { consumer, event, db })
  })
}

async function noteFailure(handling: Handling, letter: DeadLetter, reason: string): Promise<DeadLetter> {
  await handling.database.platformTx((db) =>
    db
      .update(letters)
      .set({ reason, tries: sql`${letters.tries} + 1` })
      .where(mine(handling, letter.eventId)),
  )
  return { ...letter, reason, tries: letter.tries + 1 }
}

async function drop(handling: Handling, { eventId, organizationId }: DeadLetter): Promise<void> {
  await handling.database.platformTx(async (db) => {
    await db.delete(letters).where(mine(handling, eventId))
    await markHandled(db, handling, { eventId, organizationId })
  })
  handling.log.warn({ eventId, organizationId }, 'an event was discarded by an operator')
}

/** Drops the letters of a deleted organization. */
async function forget(
  handling: Handling,
  { eventId, key }: DeadLetter,
  replayed: number,
): Promise<ReplayOutcome> {
  const ofKey = and(eq(letters.consumer, handling.service), eq(letters.key, key))
  await handling.database.platformTx((db) => db.delete(letters).where(ofKey))
  await noteWithoutEffect(handling, eventId)
  return { replayed, stoppedBy: null }
}

function select(handling: Handling, limit: number, key?: string): Promise<DeadLetter[]> {
  const wanted = and(
    eq(letters.consumer, handling.service),
    key === undefined ? undefined : eq(letters.key, key),
  )
  return handling.database.platformTx((db) =>
    db.select().from(letters).where(wanted).orderBy(asc(letters.seq)).limit(limit),
  )
}

function mine({ service }: Handling, eventId: string) {
  return and(eq(letters.eventId, eventId), eq(letters.consumer, service))
}
