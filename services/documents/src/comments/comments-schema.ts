import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { versions } from '../schema.ts'

/**
 * Comments on passages of versions. The first one of a thread has its position in the text,
 * in UTF-16 units; replies name it. A deleted one keeps its row, without its text.
 */
export const comments = pgTable(
  'comments',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    versionId: uuid('version_id').notNull(),
    /** The thread's first comment; null for itself. */
    threadId: uuid('thread_id'),
    authorId: text('author_id').notNull(),
    text: text('text').notNull(),
    start: integer('start_offset'),
    end: integer('end_offset'),
    quote: text('quote'),
    createdAt: createdAt(),
    editedAt: time('edited_at'),
    deletedAt: time('deleted_at'),
    resolvedAt: time('resolved_at'),
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('comments_of_version').on(table.organizationId, table.versionId, table.id),
    foreignKey({
      columns: [table.organizationId, table.versionId],
      foreignColumns: [versions.organizationId, versions.id],
      name: 'comments_version',
    }),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [table.organizationId, table.id],
      name: 'comments_thread',
    }).onDelete('cascade'),
  ],
)
