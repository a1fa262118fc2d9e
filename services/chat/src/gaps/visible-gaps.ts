import { askersMin } from '@portal/contracts/questions'
import { own } from '@portal/service-kit/database/own'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { gapQuestions, gaps } from '../learned/gaps-schema.ts'
import type { Context } from '../ports.ts'
import { sentQuestions } from '../schema.ts'

const ofGap = own(gapQuestions, gaps, eq(gapQuestions.gapId, gaps.id))

/** Of how many people the questions of a gap are. */
const askers = sql<number>`(select count(distinct ${gapQuestions.askerId}) from ${gapQuestions}
  where ${ofGap})`

/** A question is shown to others if enough people asked it, or its asker sent it (decision 73). */
export const isAskedByMany = sql<boolean>`(${askers} >= ${askersMin})`

/** The questions that were sent to the person, as an owner or steward. */
export function sentTo(ctx: Context): SQL | undefined {
  return ctx.can('question:read-any-sent') ? undefined : eq(sentQuestions.ownerId, ctx.personId)
}

/** Stewards see every gap, owners their own; and nobody what single people asked. */
export function visibleGaps(ctx: Context, ...conditions: readonly (SQL | undefined)[]): SQL {
  const isTheirs = ctx.can('gap:manage-any') ? undefined : eq(gaps.ownerId, ctx.personId)
  const sent = own(sentQuestions, gapQuestions, eq(sentQuestions.messageId, gapQuestions.messageId))
  const hasSent = sql`exists (select from ${gapQuestions}
    inner join ${sentQuestions} on ${and(sent, sentTo(ctx))} where ${ofGap})`
  return own(gaps, ctx, isTheirs, sql`(${isAskedByMany} or ${hasSent})`, ...conditions)
}
