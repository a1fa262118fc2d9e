import { chatEvents } from '@portal/contracts/chat'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import type { SQL } from 'drizzle-orm'
import { conversations } from '../schema.ts'
import { forgetStreamsOf } from '../stored-streams/forget-streams.ts'

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
