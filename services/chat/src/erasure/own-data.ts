import type { assistantApi } from '@portal/contracts/answer-stream'
import { own } from '@portal/service-kit/database/own'
import { and, eq } from 'drizzle-orm'
import { loadConversation } from '../conversations/conversations.ts'
import { answerRatings } from '../learned/ratings-schema.ts'
import type { Verb } from '../ports.ts'
import { conversations, messages } from '../schema.ts'

/** Conversations as their asker reads them today, with what they thought of the answers. */
export const readOwnData: Verb<typeof assistantApi.readOwnData> = async (ctx) => {
  if (ctx.role === null) return {}
  const ofCaller = own(conversations, ctx, eq(conversations.personId, ctx.personId))
  const { messageId, rating, reason, comment, ratedAt } = answerRatings
  const { ids, rated } = await ctx.tx(async (db) => ({
    ids: await db
      .select({ id: conversations.id })
      .from(conversations)
      .where(ofCaller)
      .orderBy(conversations.id),
    rated: await db
      .select({ messageId, rating, reason, comment, ratedAt })
      .from(answerRatings)
      .innerJoin(messages, own(messages, answerRatings, eq(messages.id, messageId)))
      .innerJoin(conversations, own(conversations, messages, eq(conversations.id, messages.conversationId)))
      .where(and(own(answerRatings, ctx), eq(conversations.personId, ctx.personId))),
  }))
  const read: Record<string, unknown>[] = []
  // One after the other: a transaction holds one conversation in memory.
  for (const { id } of ids) read.push(await loadConversation(ctx, id))
  return { Conversations: read, Ratings: rated }
}
