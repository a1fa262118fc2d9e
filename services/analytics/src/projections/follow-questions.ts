import { hash } from 'node:crypto'
import { chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import { eq, type SQL, sql } from 'drizzle-orm'
import { organizations, questions } from '../facts/facts-schema.ts'
import { arrayOf } from '../figures/array-of.ts'
import { staleDays } from '../figures/figures-schema.ts'
import { rollUp } from '../figures/roll-up.ts'
import { groupQuestions } from '../grouping/group-questions.ts'
import { staleWordings } from '../grouping/groups-schema.ts'
import { type OrganizationScope, project } from './project.ts'

type Facts = Partial<Omit<typeof questions.$inferInsert, 'organizationId' | 'messageId' | 'conversationId'>>

/** Projects questions with their ratings, one row each, in whatever order the two come. */
export const followQuestions = [
  project(chatEvents.questionAnswered, (scope, { data, time }) => {
    const { messageId, conversationId, userId: askerId, outcome, citedDocuments, durationMs = null } = data
    const { question = null, askedAt = time, departments = [] } = data
    return keepQuestion(
      scope,
      { messageId, conversationId },
      {
        ...{ askerId, outcome, citedDocuments, durationMs, question },
        askedAt: new Date(askedAt),
        departments: [...new Set(departments)].sort((a, b) => a - b),
        wording: question === null ? null : wordingOf(question),
      },
    )
  }),
  project(chatEvents.answerRated, (scope, { data: { messageId, conversationId, rating } }) =>
    keepQuestion(scope, { messageId, conversationId }, { rating }),
  ),
  project(chatEvents.conversationDeleted, (scope, { data: { conversationId } }) =>
    forgetWords(scope, eq(questions.conversationId, conversationId)),
  ),
]

/** Questions that differ in case, spaces and punctuation alone are of one wording. */
export function wordingOf(question: string): string {
  const plain = question.toLowerCase().replace(/[\s\p{P}]+/gu, ' ')
  return hash('sha256', plain.trim())
}

interface Ids {
  readonly messageId: string
  readonly conversationId: string
}

async function keepQuestion(scope: OrganizationScope, ids: Ids, facts: Facts): Promise<void> {
  const { db, organizationId } = scope
  const [before] = await db
    .select()
    .from(questions)
    .where(own(questions, scope, eq(questions.messageId, ids.messageId)))
    .for('update')
  const [after] = await db
    .insert(questions)
    .values({ organizationId, ...ids, ...facts })
    .onConflictDoUpdate({ target: [questions.organizationId, questions.messageId], set: facts })
    .returning()
  await markStale(scope, [before, after])
}

/** The questions keep counting; who asked them, and what, is gone. */
export async function forgetWords(scope: OrganizationScope, which: SQL): Promise<void> {
  const { db } = scope
  const rows = await db
    .select()
    .from(questions)
    .where(own(questions, scope, which))
    .for('update')
  await db
    .update(questions)
    .set({ askerId: null, question: null, wording: null })
    .where(own(questions, scope, which))
  await markStale(scope, rows)
}

type Row = typeof questions.$inferSelect

/**
 * Has days and wordings counted again. An update where the row is there already: it waits for a job
 * that is taking it away, so that what this transaction changes is never left uncounted.
 */
async function markStale(scope: OrganizationScope, rows: readonly (Row | undefined)[]): Promise<void> {
  const { db, enqueue, organizationId } = scope
  const times = [...new Set(rows.flatMap((row) => row?.askedAt?.toISOString() ?? []))]
  const wordings = [...new Set(rows.flatMap((row) => row?.wording ?? []))].sort()
  if (times.length > 0) {
    const zone = await timeZoneOf(scope)
    await db.execute(sql`insert into ${staleDays} (organization_id, day)
      select distinct ${organizationId}::bigint, (asked_at at time zone ${zone})::date as day
      from unnest(${arrayOf(times, 'timestamptz')}) asked_at order by day
      on conflict (organization_id, day) do update set day = excluded.day`)
    await enqueue(rollUp, { subject: 'figures', payload: {} })
  }
  if (wordings.length > 0) {
    await db
      .insert(staleWordings)
      .values(wordings.map((wording) => ({ organizationId, wording })))
      .onConflictDoUpdate({
        target: [staleWordings.organizationId, staleWordings.wording],
        set: { wording: sql`excluded.wording` },
      })
    await enqueue(groupQuestions, { subject: 'questions', payload: {} })
  }
}

/** Locked, so that the zone does not change while a day is marked in it. */
async function timeZoneOf({ db, organizationId }: OrganizationScope): Promise<string> {
  const wanted = own(organizations, { organizationId })
  await db.insert(organizations).values({ organizationId }).onConflictDoNothing()
  const [row] = await db
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(wanted)
    .for('share')
  if (!row) throw new Error('An organization has no row after one was inserted.')
  return row.timeZone
}
