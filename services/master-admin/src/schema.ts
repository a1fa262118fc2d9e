import type { ErasedStore } from '@portal/contracts/erasure'
import { time } from '@portal/service-kit/database/columns'
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The ledger of deletions outlives the organizations, so it has no `organization_id`. */
export const deletions = pgTable('deletions', {
  deletedOrganizationId: bigint('deleted_organization_id', { mode: 'number' }).primaryKey(),
  organizationName: text('organization_name').notNull(),
  requestedBy: text('requested_by').notNull(),
  requestedAt: time('requested_at').notNull().defaultNow(),
  finishedAt: time('finished_at'),
})

/**
 * One row per store to purge: a service's table, files or search index; before a service reports,
 * one of `allStores`. `removed` counts rows, files or index entries, `remaining` is the count of a
 * later check.
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
    finishedAt: time('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.deletedOrganizationId, table.service, table.store] })],
)

/**
 * The ledger of erased people (decision 71), by pseudonymous id. `requestedBy` is the operator's.
 */
export const erasures = pgTable('erasures', {
  userId: text('user_id').primaryKey(),
  organizationIds: bigint('organization_ids', { mode: 'number' }).array().notNull(),
  requestedBy: text('requested_by').notNull(),
  requestedAt: time('requested_at').notNull().defaultNow(),
  finishedAt: time('finished_at'),
})

/** What each service reported; `logUntil`: until when its event log keeps names. */
export const erasureSteps = pgTable(
  'erasure_steps',
  {
    userId: text('user_id')
      .notNull()
      .references(() => erasures.userId),
    service: text('service').notNull(),
    stores: jsonb('stores').$type<ErasedStore[]>().notNull().default([]),
    logUntil: time('log_until'),
    finishedAt: time('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.service] })],
)

/** In place of the stores of a service that has not reported. */
export const allStores = 'all'

/** Tables of the platform role. */
export const platformTables = [
  'deletions',
  'deletion_steps',
  'erasures',
  'erasure_steps',
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
/** Append-only tables. */
export const appendOnlyTables = ['audit_entries']
