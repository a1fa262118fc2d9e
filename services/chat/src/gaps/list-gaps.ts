import type { chatApi } from '@portal/contracts/chat'
import type { Gap } from '@portal/contracts/gaps'
import { askersMin } from '@portal/contracts/questions'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { asc, desc, eq, inArray, lt } from 'drizzle-orm'
import { gapQuestions, gaps } from '../learned/gaps-schema.ts'
import type { Context, Verb } from '../ports.ts'
import { usualWording } from '../questions/group-asked.ts'
import { sentQuestions } from '../schema.ts'
import { sentTo, visibleGaps } from './visible-gaps.ts'

export const listGaps: Verb<typeof chatApi.listGaps> = (ctx, { query }) =>
  ctx.tx(async (db) => {
    const ofState = query.state === undefined ? undefined : eq(gaps.state, query.state)
    const rows = await listPart(ctx, db, {
      query,
      from: gaps,
      where: visibleGaps(ctx, ofState),
      after: query.cursor === undefined ? undefined : lt(gaps.id, query.cursor),
      load: (where, limit) => db.select().from(gaps).where(where).orderBy(desc(gaps.id)).limit(limit),
    })
    return presentGaps(db, ctx, rows)
  })

type GapRow = typeof gaps.$inferSelect

/** Gaps with what the person may know of their questions (decision 73). */
export async function presentGaps(
  db: TransactionHandle,
  ctx: Context,
  rows: readonly GapRow[],
): Promise<Gap[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { gapId, messageId, askedAt } = gapQuestions
  const ofGaps = own(gapQuestions, ctx, inArray(gapId, ids))
  const asked = await db.select().from(gapQuestions).where(ofGaps).orderBy(asc(askedAt))
  const sent = await db
    .select({ gapId, sent: sentQuestions })
    .from(gapQuestions)
    .innerJoin(sentQuestions, own(sentQuestions, gapQuestions, eq(sentQuestions.messageId, messageId)))
    .where(own(gapQuestions, ctx, inArray(gapId, ids), sentTo(ctx)))
    .orderBy(desc(sentQuestions.sentAt))
  const askedOf = Map.groupBy(asked, (row) => row.gapId)
  const sentOf = Map.groupBy(sent, (row) => row.gapId)
  return rows.map((row) => ({
    ...presentRow(row),
    ...sumsOf(askedOf.get(row.id) ?? []),
    sent: (sentOf.get(row.id) ?? []).map(({ sent: { messageId: id, sentAt, ...question } }) => {
      const { askerId, outcome } = question
      return { id, question: question.question, askerId, outcome, sentAt: sentAt.toISOString() }
    }),
  }))
}

type Asked = typeof gapQuestions.$inferSelect

/** Nothing but nulls while too few people asked. */
function sumsOf(asked: readonly Asked[]): Pick<Gap, 'question' | 'askers' | 'unanswered' | 'ratedLow'> {
  const askers = new Set(asked.map(({ askerId }) => askerId)).size
  if (askers < askersMin) return { question: null, askers: null, unanswered: null, ratedLow: null }
  const because = (reason: Asked['reason']) => asked.filter((each) => each.reason === reason).length
  const question = usualWording(asked)
  return { question, askers, unanswered: because('unanswered'), ratedLow: because('rated_low') }
}

function presentRow({ id, state, documentId, ownerId, departmentNumber, note, ...row }: GapRow) {
  const { lastAskedAt, changedAt } = row
  return {
    ...{ id, state, documentId, ownerId, note, departmentId: departmentNumber },
    lastAskedAt: lastAskedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}
