import type { chatApi } from '@portal/contracts/chat'
import type { Conversation } from '@portal/contracts/conversations'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { asc, desc, eq, getTableColumns, lt, type SQL } from 'drizzle-orm'
import { loadAfterwards } from '../history/afterwards.ts'
import { withholdClosed } from '../history/withhold-closed.ts'
import type { Context, Verb } from '../ports.ts'
import { conversations, messages, sentQuestions } from '../schema.ts'
import { excerptWith, havingWords, wordsOf } from './search-conversations.ts'

export const listConversations: Verb<typeof chatApi.listConversations> = async (ctx, { query }) => {
  const words = wordsOf(query.q)
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: conversations,
      where: own(conversations, ctx, eq(conversations.personId, ctx.personId), havingWords(db, ctx, words)),
      after: query.cursor === undefined ? undefined : lt(conversations.id, query.cursor),
      load: (where, limit) =>
        db
          .select({ ...getTableColumns(conversations), excerpt: excerptWith(ctx, words) })
          .from(conversations)
          .where(where)
          .orderBy(desc(conversations.id))
          .limit(limit),
    }),
  )
  return rows.map(({ excerpt, ...row }) => {
    return { ...presentConversation(row), ...(excerpt !== null && { found: excerpt }) }
  })
}

export const readConversation: Verb<typeof chatApi.readConversation> = (ctx, { params }) =>
  loadConversation(ctx, params.id)

/** One of the caller's own conversations with its messages, oldest first; else 404. */
export function loadConversation(ctx: Context, id: string) {
  return ctx.tx(async (db) => {
    const conversation = await ownConversation(db, ctx, id)
    const ofConversation = own(messages, ctx, eq(messages.conversationId, conversation.id))
    const rows = await db
      .select({ message: messages, sentAt: sentQuestions.sentAt })
      .from(messages)
      .leftJoin(sentQuestions, own(sentQuestions, messages, eq(sentQuestions.messageId, messages.id)))
      .where(ofConversation)
      .orderBy(asc(messages.id))
    const afterwards = await loadAfterwards(db, ctx, conversation.id)
    const all = rows.map(({ message, sentAt }) => {
      const { id, content, role, outcome, citations, evidence, asOf } = message
      const createdAt = message.createdAt.toISOString()
      const shown = { id, content, role, createdAt, outcome, citations, ...evidence }
      const sent = sentAt && { sentAt: sentAt.toISOString() }
      return { ...shown, ...sent, ...(asOf !== null && { asOf }), ...afterwards.get(id) }
    })
    return { ...presentConversation(conversation), messages: await withholdClosed(db, ctx, all) }
  })
}

type ConversationRow = typeof conversations.$inferSelect

/** One of the caller's own conversations; anyone else's is 404 (decision 53). */
export async function ownConversation(
  db: TransactionHandle,
  ctx: Context,
  id: string,
): Promise<ConversationRow> {
  const [row] = await db.select().from(conversations).where(ofCaller(ctx, id))
  return rowOrNotFound(row)
}

/** The same, kept until the transaction ends: a deletion waits for it, and one before it is 404. */
export async function keptConversation(
  db: TransactionHandle,
  ctx: Context,
  id: string,
): Promise<ConversationRow> {
  const [row] = await db.select().from(conversations).where(ofCaller(ctx, id)).for('key share')
  return rowOrNotFound(row)
}

/** The conversation of this id if it is the caller's. */
export function ofCaller(ctx: Context, id: string): SQL {
  return own(conversations, ctx, eq(conversations.personId, ctx.personId), eq(conversations.id, id))
}

export function presentConversation({ id, title, createdAt }: ConversationRow): Conversation {
  return { id, title, createdAt: createdAt.toISOString() }
}
