import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** The column by which row security tells organizations apart. */
export function organizationId() {
  return bigint('organization_id', { mode: 'number' }).notNull()
}

/** A point in time, read as a `Date`. */
export function time(name: string) {
  return timestamp(name, { withTimezone: true })
}

/** When a row was written, by the clock of the database. */
export function createdAt() {
  return time('created_at').notNull().defaultNow()
}
