import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { conversations, messages } from '../schema.ts'

export type OwnAnswer = Awaited<ReturnType<typeof ownAnswer>>

/** An answer that the person got, with their question; anyone else's is 404 (decision 53). */
export async function ownAnswer(db: TransactionHandle, ctx: Context, messageId: string) {
  const ofAsker = own(
    conversations,
    messages,
    eq(conversations.id, messages.conversationId),
    eq(conversations.personId, ctx.personId),
  )
  const [answer] = await db
    .select({ answer: messages })
    .from(messages)
    .innerJoin(conversations, ofAsker)
    .where(own(messages, ctx, eq(messages.id, messageId), eq(messages.role, 'assistant')))
  const { conversationId, outcome, citations, content, createdAt, evidence } = rowOrNotFound(answer).answer
  const before = and(eq(messages.conversationId, conversationId), lt(messages.id, messageId))
  const [asked] = await db
    .select({ question: messages.content })
    .from(messages)
    .where(own(messages, ctx, before, eq(messages.role, 'user')))
    .orderBy(desc(messages.id))
    .limit(1)
  return {
    ...{ ...rowOrNotFound(asked), messageId, conversationId, content, citations },
    outcome: rowOrNotFound(outcome),
    understoodAs: evidence?.understoodAs,
    createdAt: createdAt.toISOString(),
  }
}

/**
 * The same for what is added to an answer: other additions wait, and so does a deletion of its
 * conversation.
 */
export async function lockOwnAnswer(db: TransactionHandle, ctx: Context, messageId: string) {
  const answer = await ownAnswer(db, ctx, messageId)
  const [locked] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(own(messages, ctx, eq(messages.id, messageId)))
    .for('update')
  rowOrNotFound(locked)
  return answer
}
