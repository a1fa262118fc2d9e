import { type chatApi, chatEvents } from '@portal/contracts/chat'
import type { EventAudience } from '@portal/contracts/events'
import { rolesWith } from '@portal/contracts/permissions'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import type { CitedDocument, Context, Verb } from '../ports.ts'
import { sentQuestions } from '../schema.ts'
import { lockOwnAnswer, ownAnswer } from './own-answer.ts'

/** Of passages found, some may be of documents that were closed to the asker since. */
const passageLimit = 5

/** The owner of the document that the answer cites first, else of the one nearest to it. */
export const readOwnerToAsk: Verb<typeof chatApi.readOwnerToAsk> = async (ctx, { params }) => {
  const { question, citations } = await ctx.tx((db) => ownAnswer(db, ctx, params.id))
  const cited = citations.map(({ documentId }) => documentId)
  const document = (await firstReadable(ctx, cited)) ?? (await nearestDocument(ctx, question))
  if (document === null) return { document }
  const { id, title, ownerId } = document
  return { document: { id, title, ownerId: recipientOf(ctx, ownerId) } }
}

/** A repetition answers what the first one did, and asks nobody again. */
export const sendToOwner: Verb<typeof chatApi.sendToOwner> = async (ctx, { params, body }) => {
  const { documentId } = body
  const { personId: askerId, organizationId } = ctx
  await ctx.tx((db) => ownAnswer(db, ctx, params.id))
  const document = await ctx.ports.passages.document(ctx, documentId)
  const ownerId = recipientOf(ctx, document.ownerId)
  return ctx.tx(async (db, emit) => {
    const { question, outcome, messageId } = await lockOwnAnswer(db, ctx, params.id)
    const of = { organizationId, messageId, documentId }
    const [sent] = await db
      .insert(sentQuestions)
      .values({ ...of, ownerId, askerId, question, outcome })
      .onConflictDoNothing()
      .returning()
    if (sent) {
      await emit(chatEvents.questionSent, {
        subject: messageId,
        audience: audienceOf(organizationId, ownerId),
        data: { messageId, documentId, askerId, ownerId },
      })
    }
    const known = own(sentQuestions, ctx, eq(sentQuestions.messageId, messageId))
    const row = sent ?? rowOrNotFound((await db.select().from(sentQuestions).where(known))[0])
    return ctx.respond(db, { sentAt: row.sentAt.toISOString(), ownerId: row.ownerId })
  })
}

/** An owner who asks about their own document turns to the stewards, as if nobody owned it. */
function recipientOf({ personId }: Context, ownerId: string | null): string | null {
  return ownerId === personId ? null : ownerId
}

function audienceOf(organizationId: number, ownerId: string | null): EventAudience {
  if (ownerId !== null) return { organizationId, users: [ownerId] }
  return { organizationId, roles: rolesWith('question:read-any-sent') }
}

async function nearestDocument(ctx: Context, question: string): Promise<CitedDocument | null> {
  const passages = await ctx.ports.passages.retrieve(ctx, question, passageLimit)
  return firstReadable(
    ctx,
    passages.map(({ documentId }) => documentId),
  )
}

async function firstReadable(ctx: Context, ids: readonly string[]): Promise<CitedDocument | null> {
  for (const id of new Set(ids)) {
    try {
      return await ctx.ports.passages.document(ctx, id)
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'not_found') throw error
    }
  }
  return null
}
