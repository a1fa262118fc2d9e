import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Responses to POSTs with an Idempotency-Key, kept for 24 hours. `id` identifies the attempt: once
 * its key is taken over, it can no longer store a response.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: uuid().notNull().unique().defaultRandom(),
    organizationId: bigint('organization_id', { mode: 'number' }),
    personId: text('person_id').notNull(),
    key: text().notNull(),
    route: text().notNull(),
    bodySha256: text('body_sha256').notNull(),
    state: text({ enum: ['in_progress', 'done'] }).notNull(),
    body: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.key] })],
)
