import { addDays } from '@portal/contracts/calendar-day'
import { lowRatingMax } from '@portal/contracts/ratings'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { desc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { organizations, questions } from '../facts/facts-schema.ts'
import type { AnalyticsPorts } from '../ports.ts'
import { announce } from './announce.ts'
import { bucketOf } from './answer-time.ts'
import { arrayOf } from './array-of.ts'
import { answerTimes, documentDays, everybody, questionDays, staleDays } from './figures-schema.ts'

const Nothing = z.object({})
/** Days of one transaction. */
const daysMax = 31
const rolledUp = [questionDays, answerTimes, documentDays]

interface Rolling {
  readonly db: TransactionHandle
  readonly organizationId: number
}

/**
 * Counts the questions of days anew whose questions changed, the latest first. A roll-up is made
 * from the rows of its day alone, so neither repetition nor order of events can make it wrong.
 */
export const rollUp = job<typeof Nothing, AnalyticsPorts>('roll-up', {
  payload: Nothing,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 2,
  perOrganization: 1,
  run: async ({ organizationId, tx, signal }: JobContext<AnalyticsPorts>) => {
    await tx((db) => changeZone({ db, organizationId }))
    for (let isDone = false; !isDone; ) {
      signal.throwIfAborted()
      isDone = await tx(async (db, emit) => {
        const days = await rollUpSome({ db, organizationId })
        if (days > 0) await announce(emit, organizationId)
        return days < daysMax
      })
    }
  },
})

/** In another zone every day begins at another time, so all are counted anew. */
async function changeZone({ db, organizationId }: Rolling): Promise<void> {
  const wanted = own(organizations, { organizationId })
  const [row] = await db.select().from(organizations).where(wanted).for('update')
  if (!row || row.timeZone === row.rolledTimeZone) return
  for (const table of [...rolledUp, staleDays]) await db.delete(table).where(own(table, { organizationId }))
  await db.execute(sql`insert into ${staleDays} (organization_id, day)
    select distinct ${organizationId}::bigint, (${questions.askedAt} at time zone ${row.timeZone})::date
    from ${questions} where ${own(questions, { organizationId }, sql`${questions.askedAt} is not null`)}`)
  await db.update(organizations).set({ rolledTimeZone: row.timeZone }).where(wanted)
}

/** How many days it was. */
async function rollUpSome({ db, organizationId }: Rolling): Promise<number> {
  const of = { organizationId }
  const { day } = staleDays
  const waiting = await db
    .select({ day })
    .from(staleDays)
    .where(own(staleDays, of))
    .orderBy(desc(day))
    .limit(daysMax)
  const days = waiting.map((row) => row.day)
  if (days.length === 0) return 0
  // Waits for everyone who is marking one of them, and then sees what they changed.
  await db.delete(staleDays).where(own(staleDays, of, inArray(day, days)))
  for (const table of rolledUp) await db.delete(table).where(own(table, of, inArray(table.day, days)))
  const [zone] = await db.select().from(organizations).where(own(organizations, of))
  await countDays({ db, organizationId }, { days, timeZone: zone?.timeZone ?? 'UTC' })
  return days.length
}

/** Writes the roll-ups of days that have none. */
export async function countDays(
  { db, organizationId }: Rolling,
  { days, timeZone }: { readonly days: readonly string[]; readonly timeZone: string },
): Promise<void> {
  const { askedAt, departments, outcome, rating, durationMs, citedDocuments } = questions
  const of = sql`${organizationId}::bigint`
  const day = sql`(${askedAt} at time zone ${timeZone})::date`
  const ordered = days.toSorted()
  const dates = arrayOf(ordered, 'date')
  // The bounds lead to the index; the day itself is decided by the zone.
  const ofDays = own(
    questions,
    { organizationId },
    sql`${askedAt} >= ${addDays(ordered[0] ?? '', -2)}::date`,
    sql`${askedAt} < ${addDays(ordered.at(-1) ?? '', 3)}::date`,
    sql`${day} = any(${dates})`,
  )
  const byDepartment = sql`${questions}, unnest(array_append(${departments}, ${everybody})) department`
  await db.execute(sql`insert into ${questionDays}
    (organization_id, department, day, questions, no_evidence, rated, low_rated, rating_sum, median_bucket)
    select ${of}, department, ${day}, count(*), count(*) filter (where ${outcome} = 'no_evidence'),
      count(${rating}), count(*) filter (where ${rating} <= ${lowRatingMax}), coalesce(sum(${rating}), 0),
      percentile_disc(0.5) within group (order by ${bucketOf(durationMs)})
        filter (where ${durationMs} is not null)
    from ${byDepartment} where ${ofDays} group by 2, 3`)
  await db.execute(sql`insert into ${answerTimes} (organization_id, department, day, bucket, answers)
    select ${of}, department, ${day}, ${bucketOf(durationMs)}, count(*)
    from ${byDepartment} where ${ofDays} and ${durationMs} is not null group by 2, 3, 4`)
  await db.execute(sql`insert into ${documentDays} (organization_id, document_id, day, answers)
    select ${of}, document_id, ${day}, count(*)
    from ${questions}, unnest(${citedDocuments}) document_id where ${ofDays} group by 2, 3`)
}
