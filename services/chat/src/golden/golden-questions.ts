import { type chatApi, chatEvents } from '@portal/contracts/chat'
import { type GoldenQuestion, goldenQuestionsMax } from '@portal/contracts/golden-questions'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { count, desc, eq, lt, sql } from 'drizzle-orm'
import { closedDocuments } from '../history/withhold-closed.ts'
import { goldenQuestions } from '../learned/golden-schema.ts'
import type { Verb } from '../ports.ts'

export const listGoldenQuestions: Verb<typeof chatApi.listGoldenQuestions> = async (ctx, { query }) => {
  const { id } = goldenQuestions
  return ctx.tx(async (db) => {
    const rows = await listPart(ctx, db, {
      query,
      from: goldenQuestions,
      where: own(goldenQuestions, ctx),
      after: query.cursor === undefined ? undefined : lt(id, query.cursor),
      load: (where, limit) => db.select().from(goldenQuestions).where(where).orderBy(desc(id)).limit(limit),
    })
    const named = rows.map(({ documentId }) => documentId)
    const closed = await closedDocuments(db, ctx, named)
    return rows.map((row) => (closed.has(row.documentId) ? closedGolden(row) : presentGolden(row)))
  })
}

/** 404 for a document that the steward cannot see. */
export const addGoldenQuestion: Verb<typeof chatApi.addGoldenQuestion> = async (ctx, { body }) => {
  const { organizationId, personId: createdBy } = ctx
  await ctx.ports.passages.document(ctx, body.documentId)
  return ctx.tx(async (db, emit) => {
    // Of two at once, the second counts the first.
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('golden questions', ${organizationId}))`,
    )
    const [kept] = await db.select({ count: count() }).from(goldenQuestions).where(own(goldenQuestions, ctx))
    if ((kept?.count ?? 0) >= goldenQuestionsMax)
      throw new CodedError('conflict', `There are ${goldenQuestionsMax} golden questions already.`, {
        suggestedAction: 'Remove one that is not needed any more.',
      })
    const [row] = await db
      .insert(goldenQuestions)
      .values({ ...body, organizationId, createdBy, id: uuidV7() })
      .returning()
    const golden = rowOrNotFound(row)
    const { documentId } = golden
    await emit(chatEvents.goldenQuestionAdded, { subject: golden.id, data: { documentId } })
    return ctx.respond(db, presentGolden(golden))
  })
}

export const removeGoldenQuestion: Verb<typeof chatApi.removeGoldenQuestion> = async (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const wanted = own(goldenQuestions, ctx, eq(goldenQuestions.id, params.id))
    const [row] = await db.delete(goldenQuestions).where(wanted).returning()
    const { id: subject, documentId } = rowOrNotFound(row)
    await emit(chatEvents.goldenQuestionRemoved, { subject, data: { documentId } })
    return ctx.respond(db, undefined)
  })

/** The words are a document's, so that they are closed with it. */
function closedGolden(row: typeof goldenQuestions.$inferSelect): GoldenQuestion {
  return { ...presentGolden(row), words: '', isClosed: true }
}

function presentGolden(row: typeof goldenQuestions.$inferSelect): GoldenQuestion {
  const { id, question, documentId, words, createdBy, createdAt } = row
  return { id, question, documentId, words, createdBy, createdAt: createdAt.toISOString() }
}
