import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Each bucket is so much wider than the one before, so its middle is right to 2 %. */
const width = 1.04

/** The bucket of a time in milliseconds, in SQL. */
export function bucketOf(durationMs: SQLWrapper): SQL {
  return sql`floor(ln(greatest(${durationMs}, 1)::float8) / ${Math.log(width)}::float8)::int`
}

/** The middle of a bucket, in milliseconds. */
export function msOfBucket(bucket: number): number {
  return Math.round(width ** (bucket + 0.5))
}
