import type { Citation } from '@portal/contracts/citation'
import type { VerifiedState } from '@portal/contracts/verified-answers'
import { organizationId, time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { messages } from '../schema.ts'
import { vectorColumn } from './vector-column.ts'

/** Answers verified by stewards. `vector` is of the question. */
export const verifiedAnswers = pgTable(
  'verified_answers',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    content: text('content').notNull(),
    citations: jsonb('citations').$type<Citation[]>().notNull(),
    model: text('model').notNull(),
    vector: vectorColumn('vector').notNull(),
    state: text('state').$type<VerifiedState>().notNull(),
    verifiedBy: text('verified_by').notNull(),
    verifiedAt: time('verified_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('verified_answers_active').on(table.organizationId, table.id).where(sql`state = 'active'`),
  ],
)

/** Which verified answer was shown with an answer. */
export const shownVerified = pgTable(
  'shown_verified_answers',
  {
    organizationId: organizationId(),
    messageId: uuid('message_id').notNull(),
    verifiedId: uuid('verified_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.messageId] }),
    foreignKey({
      columns: [table.organizationId, table.messageId],
      foreignColumns: [messages.organizationId, messages.id],
      name: 'shown_verified_message',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.verifiedId],
      foreignColumns: [verifiedAnswers.organizationId, verifiedAnswers.id],
      name: 'shown_verified_answer',
    }).onDelete('cascade'),
  ],
)
