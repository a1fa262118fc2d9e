import type { Conversation } from '@portal/contracts/chat'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { conversations } from '../schema.ts'

export type ConversationRow = typeof conversations.$inferSelect

/** One of the caller's own conversations; anyone else's is 404 (decision 53). */
export async function ownConversation(
  db: TransactionHandle,
  ctx: Pick<Context, 'organizationId' | 'personId'>,
  id: string,
): Promise<ConversationRow> {
  const [row] = await db
    .select()
    .from(conversations)
    .where(own(conversations, ctx, eq(conversations.personId, ctx.personId), eq(conversations.id, id)))
  return rowOrNotFound(row)
}

export function presentConversation(row: ConversationRow): Conversation {
  return { id: row.id, title: row.title, createdAt: row.createdAt.toISOString() }
}
