import { affectedQuestionDays, affectedQuestionsMax, type SentQuestion } from '@portal/contracts/questions'
import { own } from '@portal/service-kit/database/own'
import { desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { sentQuestions } from '../schema.ts'

/** The latest questions that were sent to a document's owner, with their askers (decision 73). */
export async function sentAbout(ctx: Context, documentId: string): Promise<SentQuestion[]> {
  const isLate = sql`${sentQuestions.sentAt} > now() - make_interval(days => ${affectedQuestionDays})`
  const rows = await ctx.tx((db) =>
    db
      .select()
      .from(sentQuestions)
      .where(own(sentQuestions, ctx, eq(sentQuestions.documentId, documentId), isLate))
      .orderBy(desc(sentQuestions.sentAt))
      .limit(affectedQuestionsMax),
  )
  return rows.map(({ messageId: id, question, askerId, outcome, sentAt }) => {
    return { id, question, askerId, outcome, sentAt: sentAt.toISOString() }
  })
}
