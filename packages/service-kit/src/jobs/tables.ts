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
 * Long work of an organization that is not finished: one row per kind and subject, deleted when it is done or has failed for good. Free to take while
 * `leaseUntil` is null or past and `runAt` has come. `again`: asked for once more while it ran.
 * `actorId`: the person who asked last, if anyone did.
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
