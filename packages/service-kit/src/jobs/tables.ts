import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgTable,
  real,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * Unfinished work: one row per kind and subject, free to lease when `runAt` has come and
 * `leaseUntil` is null or past. `again`: enqueued again while it ran. `actorId`: the last person to
 * ask for it.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
    kind: text().notNull(),
    subject: text().notNull(),
    payload: json().$type<Record<string, unknown>>().notNull(),
    actorId: text('actor_id'),
    attempts: integer().notNull().default(0),
    runAt: timestamp('run_at', { withTimezone: true }).notNull().defaultNow(),
    leaseOwner: uuid('lease_owner'),
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    again: boolean().notNull().default(false),
    progress: real().notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('jobs_subject').on(table.organizationId, table.kind, table.subject),
    index('jobs_due').on(table.organizationId, table.kind, table.runAt),
  ],
)
