import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Each bucket is so much wider than the one before, so its middle is right to 2 %. */
const width = 1.04

/** The bucket of a time in milliseconds, in SQL. */
export function bucketOf(durationMs: SQLWrapper): SQL {
  return sql`floor(ln(greatest(${durationMs}, 1)::float8) / ${Math.log(width)}::float8)::int`
}

/** So many answers took as long as a bucket says. */
export interface TimedAnswers {
  readonly bucket: number
  readonly answers: number
}

/** The time that half of the answers took at most; null without any. */
export function medianOf(times: readonly TimedAnswers[]): number | null {
  const ordered = times.toSorted((a, b) => a.bucket - b.bucket)
  const half = ordered.reduce((sum, { answers }) => sum + answers, 0) / 2
  let seen = 0
  for (const { bucket, answers } of ordered) {
    seen += answers
    if (seen >= half) return Math.round(width ** (bucket + 0.5))
  }
  return null
}
