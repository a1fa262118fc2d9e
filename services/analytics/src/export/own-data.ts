import type { analyticsApi } from '@portal/contracts/analytics'
import { own } from '@portal/service-kit/database/own'
import { asc, eq } from 'drizzle-orm'
import { activities } from '../activity/activity-schema.ts'
import { questions } from '../facts/facts-schema.ts'
import type { Verb } from '../ports.ts'

/** The person's questions as they are counted, and their acts (decision 40). */
export const readOwnData: Verb<typeof analyticsApi.readOwnData> = async (ctx) => {
  if (ctx.role === null) return {}
  const { messageId, question, askedAt, departments, outcome, durationMs, rating } = questions
  const { id, at, action, documentId } = activities
  return ctx.tx(async (db) => ({
    'Counted questions': await db
      .select({ messageId, question, askedAt, departments, outcome, durationMs, rating })
      .from(questions)
      .where(own(questions, ctx, eq(questions.askerId, ctx.personId)))
      .orderBy(asc(askedAt)),
    Activity: await db
      .select({ id, at, action, documentId })
      .from(activities)
      .where(own(activities, ctx, eq(activities.actorId, ctx.personId)))
      .orderBy(asc(at), asc(id)),
  }))
}
