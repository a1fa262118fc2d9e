import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { answerStreamEvents, answerStreams } from './answer-streams-schema.ts'

/**
 * Deletes what ended streams still hold of conversations that are being deleted. One under way
 * finds its conversation gone and ends without an answer.
 */
export async function forgetStreamsOf(
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
