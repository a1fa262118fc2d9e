import type { chatApi } from '@portal/contracts/chat'
import { citationWeeks, type DocumentCitations } from '@portal/contracts/questions'
import { CodedError } from '@portal/service-kit/coded-error'
import { count, sql } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { groupAsked } from '../questions/group-asked.ts'
import { sentAbout } from '../questions/sent-questions.ts'
import { citingAnswers, messages } from '../schema.ts'
import { citing, dayMs, firstIdAt, latestCitingAnswers, messageOfCitation } from './citing-answers.ts'

export const readCitations: Verb<typeof chatApi.readCitations> = async (ctx, { params }) => {
  await assertMayKnow(ctx, params.id, 'citation:read-any')
  const weeks = latestWeeks(Date.now())
  const [first = 0] = weeks
  const startsOn = sql<string>`to_char(
    date_trunc('week', ${messages.createdAt} at time zone 'UTC'), 'YYYY-MM-DD')`
  return ctx.tx(async (db) => {
    const [all] = await db.select({ answers: count() }).from(citingAnswers).where(citing(ctx, params.id))
    const byWeek = await db
      .select({ startsOn: startsOn.as('starts_on'), answers: count() })
      .from(citingAnswers)
      .innerJoin(messages, messageOfCitation)
      .where(citing(ctx, params.id, firstIdAt(first)))
      .groupBy(sql`starts_on`)
    const known = new Map(byWeek.map((week) => [week.startsOn, week.answers]))
    return { answers: all?.answers ?? 0, weeks: weeks.map((ms) => weekOf(known, ms)) }
  })
}

/** What people ask is shown in groups of several askers, and what they sent with their names. */
export const listDocumentQuestions: Verb<typeof chatApi.listDocumentQuestions> = async (ctx, { params }) => {
  const isOwner = await assertMayKnow(ctx, params.id, 'question:read-about-any-document')
  const mayReadSent = isOwner || ctx.can('question:read-any-sent')
  return {
    questions: await groupAsked(ctx, await latestCitingAnswers(ctx, params.id)),
    sent: mayReadSent ? await sentAbout(ctx, params.id) : [],
  }
}

/** Whether the person owns the document. 404 if they cannot see it, 403 if this is not theirs. */
async function assertMayKnow(
  ctx: Context,
  documentId: string,
  ofAny: 'citation:read-any' | 'question:read-about-any-document',
): Promise<boolean> {
  const { ownerId } = await ctx.ports.passages.document(ctx, documentId)
  const isOwner = ownerId === ctx.personId
  if (isOwner || ctx.can(ofAny)) return isOwner
  throw new CodedError('forbidden', 'Only its owner and managers may see what is asked of a document.', {
    suggestedAction: 'Ask the owner of the document.',
  })
}

/** The beginnings of the latest weeks, on Mondays in UTC, oldest first. */
function latestWeeks(now: number): number[] {
  const day = Math.floor(now / dayMs)
  // The first day of 1970 was a Thursday.
  const monday = day - ((day + 3) % 7)
  return Array.from({ length: citationWeeks }, (_, at) => (monday - 7 * (citationWeeks - 1 - at)) * dayMs)
}

function weekOf(known: ReadonlyMap<string, number>, ms: number): DocumentCitations['weeks'][number] {
  const startsOn = new Date(ms).toISOString().slice(0, 10)
  return { startsOn, answers: known.get(startsOn) ?? 0 }
}
