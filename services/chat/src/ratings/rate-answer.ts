import { type chatApi, chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { presentRating } from '../learned/present-learned.ts'
import { answerRatings } from '../learned/ratings-schema.ts'
import type { Verb } from '../ports.ts'
import { lockOwnAnswer } from '../questions/own-answer.ts'

/** By the asker alone; a rating given again replaces the one before (decision 31). */
export const rateAnswer: Verb<typeof chatApi.rateAnswer> = (ctx, { params, body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId, personId } = ctx
    // Locked, so that each event names the rating that it replaces.
    const { messageId, conversationId } = await lockOwnAnswer(db, ctx, params.id)
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
