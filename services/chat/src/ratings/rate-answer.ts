import { type chatApi, chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { presentRating } from '../learned/present-learned.ts'
import { answerRatings } from '../learned/ratings-schema.ts'
import type { Verb } from '../ports.ts'
import { ownAnswer } from '../questions/own-answer.ts'
import { messages } from '../schema.ts'

/** By the asker alone; a rating given again replaces the one before (decision 31). */
export const rateAnswer: Verb<typeof chatApi.rateAnswer> = (ctx, { params, body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId, personId } = ctx
    const { messageId, conversationId } = await ownAnswer(db, ctx, params.id)
    // Locked, so that each event names the rating that it replaces.
    await db
      .select({ id: messages.id })
      .from(messages)
      .where(own(messages, ctx, eq(messages.id, messageId)))
      .for('update')
    const ofAnswer = own(answerRatings, ctx, eq(answerRatings.messageId, messageId))
    const [previous] = await db.select().from(answerRatings).where(ofAnswer)
    const { rating, reason = null, comment: given } = body
    const comment = given === '' || given === undefined ? null : given
    const row = { organizationId, messageId, rating, reason, comment, ratedAt: new Date() }
    if (previous?.rating === rating && previous.reason === reason && previous.comment === comment)
      return ctx.respond(db, presentRating(previous))
    await db
      .insert(answerRatings)
      .values(row)
      .onConflictDoUpdate({ target: [answerRatings.organizationId, answerRatings.messageId], set: row })
    await emit(chatEvents.answerRated, {
      subject: messageId,
      audience: { organizationId, users: [personId] },
      data: { conversationId, messageId, userId: personId, rating, previous: previous?.rating ?? null },
    })
    return ctx.respond(db, presentRating(row))
  })
