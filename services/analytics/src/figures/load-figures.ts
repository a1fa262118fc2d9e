import type { Period, QuestionFigures } from '@portal/contracts/analytics'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { msOfBucket } from './answer-time.ts'
import { arrayOf } from './array-of.ts'
import { answerTimes, everybody, questionDays } from './figures-schema.ts'

interface Counted {
  readonly questions: number
  readonly noEvidence: number
  readonly rated: number
  readonly lowRated: number
  readonly ratingSum: number
}

type Rolled = typeof questionDays | typeof answerTimes

/** `by` tells figures apart, by a day or a text; `department` undefined: of each its own. */
interface Wanted {
  readonly period: Period
  readonly by: 'day' | ((table: Rolled) => SQL)
  readonly department?: number | undefined
}

/** The figures of a period and of the one before it, by the key that is asked for. */
export async function loadFigures(
  db: TransactionHandle,
  ctx: Context,
  { period, by, department }: Wanted,
): Promise<ReadonlyMap<string, QuestionFigures>> {
  const keyOf = (table: Rolled) => (by === 'day' ? sql`${table.day}` : by(table))
  const within = (table: Rolled) =>
    own(
      table,
      ctx,
      department === undefined ? undefined : eq(table.department, department),
      gte(table.day, period.previousFrom),
      lte(table.day, period.to),
    )
  const counted = await db
    .select({
      ...{ key: sql<string>`(${keyOf(questionDays)})::text`.as('key'), ...sums },
      medianBucket: sql<number | null>`min(${questionDays.medianBucket})`,
    })
    .from(questionDays)
    .where(within(questionDays))
    .groupBy(sql`key`)
  const medians =
    by === 'day'
      ? await loadMediansOfDays(db, counted, within(answerTimes))
      : await loadMedians(db, answersByBucket(keyOf(answerTimes), within(answerTimes)))
  return new Map(counted.map(({ key, ...sum }) => [key, figuresOf(sum, medians.get(key) ?? null)]))
}

/** As the roll-ups of one department keep them; counted for days whose roll-up has none. */
async function loadMediansOfDays(
  db: TransactionHandle,
  days: readonly { readonly key: string; readonly medianBucket: number | null }[],
  which: SQL,
): Promise<ReadonlyMap<string, number>> {
  const kept = days.flatMap(({ key, medianBucket }) =>
    medianBucket === null ? [] : ([[key, msOfBucket(medianBucket)]] as const),
  )
  const others = days.filter(({ medianBucket }) => medianBucket === null).map(({ key }) => key)
  if (others.length === 0) return new Map(kept)
  const ofOthers = sql`${which} and ${answerTimes.day} = any(${arrayOf(others, 'date')})`
  return new Map([...kept, ...(await loadMedians(db, daysAsRolled(ofOthers)))])
}

/** Already one row for each day and bucket, which the index has in the order of the median. */
function daysAsRolled(which: SQL): SQL {
  const { day, bucket, answers } = answerTimes
  return sql`select ${day} as key, ${bucket} as bucket, ${answers} as answers from ${answerTimes} where ${which}`
}

/** As integers, whose sums are far quicker than those of the numerics that sums of sums are. */
function answersByBucket(key: SQL, which: SQL): SQL {
  const { bucket, answers } = answerTimes
  return sql`select ${key} as key, ${bucket} as bucket, sum(${answers})::int as answers
    from ${answerTimes} where ${which} group by 1, 2`
}

/** The time that half of the answers took at most. In SQL, because a year has 25,000 buckets. */
async function loadMedians(db: TransactionHandle, timed: SQL): Promise<ReadonlyMap<string, number>> {
  const rows = await db.execute<{ key: string; bucket: number }>(sql`
    with timed as (${timed}), seen as (
      select key, bucket, sum(answers) over (partition by key order by bucket) as so_far,
        sum(answers) over (partition by key) as whole
      from timed
    )
    select key::text as key, min(bucket) as bucket from seen where so_far * 2 >= whole group by key`)
  return new Map(rows.map((row) => [row.key, msOfBucket(row.bucket)]))
}

const sum = (column: SQL | (typeof questionDays)[keyof Counted]) =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)

/** The sums of rolled-up days. */
export const sums = {
  questions: sum(questionDays.questions),
  noEvidence: sum(questionDays.noEvidence),
  rated: sum(questionDays.rated),
  lowRated: sum(questionDays.lowRated),
  ratingSum: sum(questionDays.ratingSum),
}

/** Figures of nothing. */
export const noFigures = figuresOf({ questions: 0, noEvidence: 0, rated: 0, lowRated: 0, ratingSum: 0 }, null)

function figuresOf(counted: Counted, medianAnswerMs: number | null): QuestionFigures {
  const { questions, noEvidence, rated, lowRated } = counted
  const answered = questions - noEvidence
  return {
    ...{ questions, answered, noEvidence, rated, lowRated },
    averageRating: meanRating(counted),
    answeredShare: shareOf(answered, questions),
    noEvidenceShare: shareOf(noEvidence, questions),
    lowRatedShare: shareOf(lowRated, rated),
    medianAnswerMs,
  }
}

/** To two decimals; null without ratings (decision 32). */
export function meanRating({ rated, ratingSum }: Pick<Counted, 'rated' | 'ratingSum'>): number | null {
  return rated === 0 ? null : Math.round((ratingSum / rated) * 100) / 100
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** Whether a day is of the period or of the one before. */
export function halfOf({ from }: Period, table: Rolled): SQL<string> {
  return sql<string>`case when ${table.day} >= ${from}::date then 'present' else 'previous' end`
}

/** Everybody's questions, without a department. */
export function orEverybody(department: number | undefined): number {
  return department ?? everybody
}
