import type { chatApi } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import { asc, eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { messages } from '../schema.ts'
import { ownConversation, presentConversation } from './own-conversation.ts'

export const readConversation: Verb<typeof chatApi.readConversation> = (ctx, { params }) =>
  ctx.tx(async (db) => {
    const conversation = await ownConversation(db, ctx, params.id)
    const rows = await db
      .select()
      .from(messages)
      .where(own(messages, ctx, eq(messages.conversationId, conversation.id)))
      .orderBy(asc(messages.id))
    return {
      ...presentConversation(conversation),
      messages: rows.map(({ id, content, role, createdAt, outcome, citations }) => ({
        id,
        content,
        role,
        createdAt: createdAt.toISOString(),
        outcome,
        citations,
      })),
    }
  })
