import { chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { asc, eq } from 'drizzle-orm'
import { answerRatings } from '../learned/ratings-schema.ts'
import { conversations, messages } from '../schema.ts'

/** Emits the answers of each conversation again, with their ratings. Deleted ones are not there. */
export const republishConversations: Republish = {
  what: 'conversations',
  list: (db) => {
    const { organizationId, id } = conversations
    return db.select({ organizationId, id }).from(conversations).orderBy(organizationId, id)
  },
  emitAgain: async (db, emit, { organizationId, id: conversationId }) => {
    const of = { organizationId }
    const wanted = own(conversations, of, eq(conversations.id, conversationId))
    const [conversation] = await db.select().from(conversations).where(wanted).for('update')
    if (!conversation) return
    const { personId: userId } = conversation
    const rows = await db
      .select()
      .from(messages)
      .where(own(messages, of, eq(messages.conversationId, conversationId)))
      .orderBy(asc(messages.id))
      .for('update')
    const ratings = await db
      .select({ messageId: answerRatings.messageId, rating: answerRatings.rating })
      .from(answerRatings)
      .innerJoin(messages, own(messages, answerRatings, eq(messages.id, answerRatings.messageId)))
      .where(own(messages, of, eq(messages.conversationId, conversationId)))
    const ratingOf = new Map(ratings.map(({ messageId, rating }) => [messageId, rating]))
    let question: string | undefined
    for (const { id: messageId, ...row } of rows) {
      if (row.role === 'user') question = row.content
      if (row.outcome === null) continue
      const ids = { conversationId, messageId, userId }
      await emit(chatEvents.questionAnswered, {
        subject: conversationId,
        data: {
          ...{ ...ids, outcome: row.outcome, question, askedAt: row.createdAt.toISOString() },
          citedDocuments: [...new Set(row.citations.map(({ documentId }) => documentId))],
          durationMs: row.durationMs ?? undefined,
          departments: row.departments ?? undefined,
        },
      })
      const rating = ratingOf.get(messageId)
      if (rating === undefined) continue
      await emit(chatEvents.answerRated, { subject: messageId, data: { ...ids, rating, previous: null } })
    }
  },
}
