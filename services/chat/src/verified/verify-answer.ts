import { type chatApi, chatEvents } from '@portal/contracts/chat'
import type { Citation } from '@portal/contracts/citation'
import { verifiedAnswersMax } from '@portal/contracts/verified-answers'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, count, desc, eq, lt } from 'drizzle-orm'
import { presentVerified } from '../learned/present-learned.ts'
import { verifiedAnswers } from '../learned/verified-schema.ts'
import { areCitable, areEachCitable } from '../matching/are-citable.ts'
import type { Context, Replay, Verb } from '../ports.ts'
import { ownAnswer } from '../questions/own-answer.ts'
import { citedStatements } from './cited-statements.ts'

/** The steward's own words over the sources of an answer that they got, checked like any answer. */
export const verifyAnswer: Verb<typeof chatApi.verifyAnswer> = async (ctx, { body }) => {
  const { organizationId, personId } = ctx
  const { question, content: wording } = body
  const answer = await ctx.tx((db) => ownAnswer(db, ctx, body.messageId))
  if (answer.citations.length === 0)
    throw new CodedError('conflict', 'An answer without sources cannot be verified.')
  const { content, citations } = citedStatements(wording, answer.citations)
  await assertCitable(ctx, citations)
  const { model, vectors } = await ctx.ports.passages.vectors(ctx, [question])
  const [vector] = vectors
  if (!vector) throw new Error('A question was encoded without a vector.')
  return ctx.tx(async (db, emit) => {
    const isActive = own(verifiedAnswers, ctx, eq(verifiedAnswers.state, 'active'))
    const [active] = await db.select({ count: count() }).from(verifiedAnswers).where(isActive)
    if ((active?.count ?? 0) >= verifiedAnswersMax)
      throw new CodedError('conflict', `There are ${verifiedAnswersMax} verified answers already.`, {
        suggestedAction: 'Withdraw those that are not needed any more.',
      })
    const [row] = await db
      .insert(verifiedAnswers)
      .values({
        ...{ organizationId, id: uuidV7(), question, content, citations, model, vector },
        ...{ state: 'active', verifiedBy: personId },
      })
      .returning()
    const verified = rowOrNotFound(row)
    await emit(chatEvents.answerVerified, { subject: verified.id, data: citedBy(verified) })
    return ctx.respond(db, presentVerified(verified))
  })
}

/** The same request again: by then its sources may be closed to the steward. */
export const withoutClosedSources: Replay<typeof chatApi.verifyAnswer> = async (ctx, verified) => {
  const isOpen = await areCitable(ctx, verified.citations)
  return isOpen ? verified : withoutSources(verified)
}

/** As of now: an answer that was given a while ago may cite what has been replaced since. */
async function assertCitable(ctx: Context, citations: readonly Citation[]): Promise<void> {
  if (await areCitable(ctx, citations)) return
  throw new CodedError('conflict', 'A source of this answer is not in force any more.', {
    suggestedAction: 'Ask the question again and verify the new answer.',
  })
}

export const listVerifiedAnswers: Verb<typeof chatApi.listVerifiedAnswers> = async (ctx, { query }) => {
  const { id, state } = verifiedAnswers
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: verifiedAnswers,
      where: own(verifiedAnswers, ctx, query.state === undefined ? undefined : eq(state, query.state)),
      after: query.cursor === undefined ? undefined : lt(id, query.cursor),
      load: (where, limit) => db.select().from(verifiedAnswers).where(where).orderBy(desc(id)).limit(limit),
    }),
  )
  const active = rows.filter(({ state: now }) => now === 'active')
  const open = await areEachCitable(
    ctx,
    active.map(({ citations }) => citations),
  )
  const shown = new Set(active.filter((_, at) => open[at]).map((row) => row.id))
  return rows.map((row) => presentVerified(shown.has(row.id) ? row : withoutSources(row)))
}

/** Of sources that may not be quoted to the steward now, the answer's text is kept back. */
function withoutSources<Row extends Pick<VerifiedRow, 'content' | 'citations'>>(row: Row): Row {
  return { ...row, content: '', citations: [] }
}

/** A repetition changes nothing. */
export const withdrawVerifiedAnswer: Verb<typeof chatApi.withdrawVerifiedAnswer> = async (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const wanted = own(verifiedAnswers, ctx, eq(verifiedAnswers.id, params.id))
    const [found] = await db.select().from(verifiedAnswers).where(wanted).for('update')
    const verified = rowOrNotFound(found)
    const [withdrawn] = await db
      .update(verifiedAnswers)
      .set({ state: 'withdrawn', endedAt: new Date() })
      .where(and(wanted, eq(verifiedAnswers.state, 'active')))
      .returning()
    if (withdrawn)
      await emit(chatEvents.verifiedAnswerWithdrawn, { subject: verified.id, data: citedBy(verified) })
    return ctx.respond(db, undefined)
  })

type VerifiedRow = typeof verifiedAnswers.$inferSelect

function citedBy({ citations }: Pick<VerifiedRow, 'citations'>) {
  return { citedDocuments: [...new Set(citations.map(({ documentId }) => documentId))] }
}
