import { organizationId, time } from '@portal/service-kit/database/columns'
import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** Reminders of reviews that were sent, so that none is sent twice. */
export const reviewReminders = pgTable(
  'review_reminders',
  {
    organizationId: organizationId(),
    documentId: uuid('document_id').notNull(),
    dueOn: date('due_on').notNull(),
    daysBefore: integer('days_before').notNull(),
    sentAt: time('sent_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.documentId, table.dueOn, table.daysBefore] }),
  ],
)
