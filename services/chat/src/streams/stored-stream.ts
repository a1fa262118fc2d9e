import { lastAnswerEvents } from '@portal/contracts/answer-stream'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { answerStreamEvents, answerStreams } from '../stored-streams/answer-streams-schema.ts'
import type { AnswerEvent, NewAnswerEvent, RunningAnswer } from './running-answer.ts'
import { interrupted, leaseEnd } from './running-answers.ts'
import { withoutClosed } from './withhold-closed-events.ts'

/** One of the person's own streams; anyone else's is 404 (decision 53). */
export async function ownStream(db: TransactionHandle, ctx: Context, id: string) {
  const wanted = own(answerStreams, ctx, eq(answerStreams.personId, ctx.personId), eq(answerStreams.id, id))
  const isAlive = sql<boolean>`${answerStreams.leaseUntil} > now()`
  const [row] = await db
    .select({ id: answerStreams.id, state: answerStreams.state, isAlive })
    .from(answerStreams)
    .where(wanted)
  return rowOrNotFound(row)
}

/** Stores events with the change that they report; the caller publishes them after the commit. */
export async function storeEvents(
  db: TransactionHandle,
  { id, organizationId, published }: RunningAnswer,
  events: readonly NewAnswerEvent[],
): Promise<AnswerEvent[]> {
  const isLast = events.some(({ event }) => lastAnswerEvents.has(event))
  const running = own(
    answerStreams,
    { organizationId },
    and(eq(answerStreams.id, id), eq(answerStreams.state, 'running')),
  )
  const held = await db
    .update(answerStreams)
    .set({ leaseUntil: leaseEnd, ...(isLast ? { state: 'ended' as const } : {}) })
    .where(running)
    .returning({ id: answerStreams.id })
  // Taken for dead, it was asked again under the same key.
  if (held.length === 0) throw interrupted()
  const numbered = events.map((event, at) => ({ ...event, id: published + at + 1 }))
  await db
    .insert(answerStreamEvents)
    .values(
      numbered.map(({ id: number, event, data }) => ({ organizationId, streamId: id, number, event, data })),
    )
  // Safe because only their number was added.
  return numbered as AnswerEvent[]
}

/**
 * What comes after an event, from the database. The last event comes again to a reader who has
 * seen it, so that no stream ends without one; of a process that died it is an error.
 */
export async function storedEvents(ctx: Context, id: string, after: number): Promise<AnswerEvent[]> {
  const { state, isAlive, events } = await ctx.tx(async (db) => {
    const stream = await ownStream(db, ctx, id)
    const { number, event, streamId } = answerStreamEvents
    const wanted = or(gt(number, after), inArray(event, [...lastAnswerEvents]))
    const found = await db
      .select()
      .from(answerStreamEvents)
      .where(own(answerStreamEvents, ctx, eq(streamId, id), wanted))
      .orderBy(asc(number))
    // Safe because `storeEvents` wrote them.
    const stored = found.map((row) => ({ id: row.number, event: row.event, data: row.data }) as AnswerEvent)
    return { ...stream, events: await withoutClosed(db, ctx, stored) }
  })
  if (state === 'running' && !isAlive && events.length === 0) throw interrupted()
  return events
}
