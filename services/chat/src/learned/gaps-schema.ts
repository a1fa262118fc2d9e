import type { GapState } from '@portal/contracts/gaps'
import { organizationId, time } from '@portal/service-kit/database/columns'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { messages } from '../schema.ts'
import { vectorColumn } from './vector-column.ts'

/** Questions of one meaning that the documents left open. `vector` is of the first of them. */
export const gaps = pgTable(
  'gaps',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    model: text('model').notNull(),
    vector: vectorColumn('vector').notNull(),
    state: text('state').$type<GapState>().notNull(),
    documentId: uuid('document_id'),
    ownerId: text('owner_id'),
    departmentNumber: integer('department_number'),
    note: text('note').notNull().default(''),
    lastAskedAt: time('last_asked_at').notNull(),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('gaps_of_owner').on(table.organizationId, table.ownerId),
  ],
)

/** Why a question is in a gap. */
export type GapReason = 'unanswered' | 'rated_low' | 'sent'

/** The questions of a gap, by the answer that each got; gone with their conversation. */
export const gapQuestions = pgTable(
  'gap_questions',
  {
    organizationId: organizationId(),
    messageId: uuid('message_id').notNull(),
    gapId: uuid('gap_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    askerId: text('asker_id').notNull(),
    question: text('question').notNull(),
    reason: text('reason').$type<GapReason>().notNull(),
    askedAt: time('asked_at').notNull(),
    /** When a document came to answer it; the asker was told then. */
    answerableAt: time('answerable_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.messageId] }),
    index('gap_questions_of_gap').on(table.organizationId, table.gapId),
    foreignKey({
      columns: [table.organizationId, table.gapId],
      foreignColumns: [gaps.organizationId, gaps.id],
      name: 'gap_questions_gap',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.messageId],
      foreignColumns: [messages.organizationId, messages.id],
      name: 'gap_questions_message',
    }).onDelete('cascade'),
  ],
)
