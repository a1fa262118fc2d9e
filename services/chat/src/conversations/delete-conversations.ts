import { chatEvents } from '@portal/contracts/chat'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { conversations, messages } from '../schema.ts'
import { answerStreamEvents, answerStreams } from '../stored-streams/answer-streams-schema.ts'

interface OrganizationWrites {
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly organizationId: number
}

/** Deletes conversations as their askers would; returns how many. */
export async function deleteConversations(
  { db, emit, organizationId }: OrganizationWrites,
  which: SQL,
): Promise<number> {
  const { id, personId } = conversations
  const deleted = await db
    .delete(conversations)
    .where(own(conversations, { organizationId }, which))
    .returning({ conversationId: id, userId: personId })
  const ids = deleted.map(({ conversationId }) => conversationId)
  await forgetStreamsOf(db, { organizationId }, ids)
  for (const data of deleted) {
    const audience = { organizationId, users: [data.userId] }
    await emit(chatEvents.conversationDeleted, { subject: data.conversationId, audience, data })
  }
  return deleted.length
}

/** Of one transaction: what is kept of a message goes with it, from several tables. */
const messagesMax = 2000

/**
 * Deletes the first of these conversations, as many as a transaction has time for, and at least
 * one; returns how many.
 */
export async function deleteSomeConversations(
  writes: OrganizationWrites,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { conversationId } = messages
  const counted = await writes.db
    .select({ conversationId, messages: count() })
    .from(messages)
    .where(own(messages, writes, inArray(conversationId, [...ids])))
    .groupBy(conversationId)
  const known = new Map(counted.map((row) => [row.conversationId, row.messages]))
  let sum = 0
  const some = ids.filter((id, at) => {
    sum += known.get(id) ?? 0
    return at === 0 || sum <= messagesMax
  })
  return deleteConversations(writes, inArray(conversations.id, some))
}

/**
 * Deletes what ended streams still hold of conversations that are being deleted. One under way
 * finds its conversation gone and ends without an answer.
 */
async function forgetStreamsOf(
  db: TransactionHandle,
  of: OfOrganization,
  conversationIds: readonly string[],
): Promise<void> {
  if (conversationIds.length === 0) return
  const { data, event, streamId } = answerStreamEvents
  const isTheirs = inArray(sql`${data} #>> '{conversation,id}'`, [...conversationIds])
  const ofStream = and(eq(streamId, answerStreams.id), eq(event, 'conversation'), isTheirs)
  const begun = sql`exists (select from ${answerStreamEvents}
    where ${own(answerStreamEvents, answerStreams, ofStream)})`
  await db.delete(answerStreams).where(own(answerStreams, of, eq(answerStreams.state, 'ended'), begun))
}
