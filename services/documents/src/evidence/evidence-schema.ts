import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** What an evidence pack is about; its files are read when it is downloaded. */
export const evidencePacks = pgTable(
  'evidence_packs',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    /** Null: all documents. */
    documentId: uuid('document_id'),
    /** Null: from the beginning. */
    from: time('period_from'),
    to: time('period_to').notNull(),
    /** The organization's when the pack was made: for the days of its period and all times. */
    timeZone: text('time_zone').notNull().default('UTC'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)

export type PackRow = typeof evidencePacks.$inferSelect
