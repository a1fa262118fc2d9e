import { bigint, date, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Reminders of reviews that were sent, so that none is sent twice. */
export const reviewReminders = pgTable(
  'review_reminders',
  {
    organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
    documentId: uuid('document_id').notNull(),
    dueOn: date('due_on').notNull(),
    daysBefore: integer('days_before').notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.documentId, table.dueOn, table.daysBefore] }),
  ],
)
