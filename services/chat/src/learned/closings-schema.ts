import { organizationId } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** Versions that have become current and are not found by retrieval yet. */
export const awaitedVersions = pgTable(
  'awaited_versions',
  {
    organizationId: organizationId(),
    documentId: uuid('document_id').notNull(),
    versionId: uuid('version_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.documentId] })],
)

/** What documents' events say of who may be quoted a document; one that is missing is open. */
export const closings = pgTable(
  'document_closings',
  {
    organizationId: organizationId(),
    documentId: uuid('document_id').notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    /** Departments; empty: everyone. */
    visibleTo: integer('visible_to').array().notNull().default(sql`'{}'`),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.documentId] })],
)
