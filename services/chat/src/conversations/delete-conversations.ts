import { chatEvents } from '@portal/contracts/chat'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { conversations } from '../schema.ts'
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
