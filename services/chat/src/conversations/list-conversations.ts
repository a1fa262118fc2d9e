import type { chatApi } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import { desc, eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { conversations } from '../schema.ts'
import { presentConversation } from './own-conversation.ts'

const rowsMax = 5000

export const listConversations: Verb<typeof chatApi.listConversations> = async (ctx, { query }) => {
  const wanted = own(conversations, ctx, eq(conversations.personId, ctx.personId))
  const rows = await ctx.tx((db) =>
    db
      .select()
      .from(conversations)
      .where(wanted)
      .orderBy(desc(conversations.id))
      .limit(query.limit ?? rowsMax),
  )
  return rows.map(presentConversation)
}
