import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Deletions of organizations: the platform's ledger, which outlives what it tells of. So no `organization_id`: nothing here is a tenant's. */
export const deletions = pgTable('deletions', {
  deletedOrganizationId: bigint('deleted_organization_id', { mode: 'number' }).primaryKey(),
  organizationName: text('organization_name').notNull(),
  requestedBy: text('requested_by').notNull(),
  requestedAt: at('requested_at').notNull().defaultNow(),
  finishedAt: at('finished_at'),
})

/**
 * One row for each store that has to forget the organization: a service's table, files, search index. Until a service has answered it has one
 * row, of `allStores`. `removed` counts rows, files or index entries, `remaining` is what a check counted afterwards.
 */
export const deletionSteps = pgTable(
  'deletion_steps',
  {
    deletedOrganizationId: bigint('deleted_organization_id', { mode: 'number' })
      .notNull()
      .references(() => deletions.deletedOrganizationId, { onDelete: 'cascade' }),
    service: text('service').notNull(),
    store: text('store').notNull(),
    removed: integer('removed'),
    remaining: integer('remaining'),
    finishedAt: at('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.deletedOrganizationId, table.service, table.store] })],
)

/** The store of a service that has not answered yet. */
export const allStores = 'all'

/** Tables that the platform role may touch. */
export const platformTables = [
  'deletions',
  'deletion_steps',
  'audit_entries',
  'audit_chains',
  'audit_people',
  'audit_subjects',
  'organizations',
  'departments',
  'members',
  'documents',
  'answers',
  'people',
]
/** Tables whose rows nobody may change. */
export const appendOnlyTables = ['audit_entries']
