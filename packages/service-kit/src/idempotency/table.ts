import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What a POST with an Idempotency-Key was answered, per person and key, kept 24 h. `body` is the answer's text. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: bigint('organization_id', { mode: 'number' }),
    personId: text('person_id').notNull(),
    key: text().notNull(),
    route: text().notNull(),
    bodySha256: text('body_sha256').notNull(),
    state: text({ enum: ['in_progress', 'done'] }).notNull(),
    status: integer(),
    body: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.key] })],
)
