import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const organizationId = () => bigint('organization_id', { mode: 'number' })

/**
 * Organizations that were deleted, for good: no transaction begins in one any more and no event has an effect, however late it comes. Holds
 * numbers and times, nothing of the organization itself. `purgedAt`: when this service answered that nothing is left,
 * `answered`: how many things it said it had removed.
 */
export const tombstones = pgTable('tombstones', {
  organizationId: organizationId().primaryKey(),
  deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull().defaultNow(),
  purgedAt: timestamp('purged_at', { withTimezone: true }),
  answered: bigint({ mode: 'number' }),
})

/**
 * How the purge of an organization goes, per store. `removed` grows in the transaction that removes, so that it is true after any crash.
 * An engine knows no such transaction: `pending` is what it held when its removal began. `remaining` is what the last check counted.
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
