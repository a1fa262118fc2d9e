import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const organizationId = () => bigint('organization_id', { mode: 'number' })

/**
 * Deleted organizations: their transactions and events have no effect any more. Contains only
 * numbers and times. `purgedAt`: when this service reported the purge; `answered`: how many items
 * it reported.
 */
export const tombstones = pgTable('tombstones', {
  organizationId: organizationId().primaryKey(),
  deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull().defaultNow(),
  purgedAt: timestamp('purged_at', { withTimezone: true }),
  answered: bigint({ mode: 'number' }),
})

/**
 * A purge's progress per store. `removed` grows in the removing transaction; an engine has none, so
 * `pending` is its count before the removal. `remaining` is from the last check.
 */
export const purgeSteps = pgTable(
  'purge_steps',
  {
    organizationId: organizationId()
      .notNull()
      .references(() => tombstones.organizationId),
    store: text().notNull(),
    removed: bigint({ mode: 'number' }).notNull().default(0),
    pending: integer(),
    remaining: integer(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.store] })],
)
