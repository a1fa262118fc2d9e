import { bigint, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** Versions that have become current and are not found by retrieval yet. */
export const awaitedVersions = pgTable(
  'awaited_versions',
  {
    organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
    documentId: uuid('document_id').notNull(),
    versionId: uuid('version_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.documentId] })],
)
