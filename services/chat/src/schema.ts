import type { Citation, Outcome } from '@portal/contracts/chat'
import {
  bigint,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const organizationId = () => bigint('organization_id', { mode: 'number' }).notNull()
const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/** Conversations are private to the person who asks (decision 53). */
export const conversations = pgTable(
  'conversations',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    personId: text('person_id').notNull(),
    title: text('title'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('conversations_of_person').on(table.organizationId, table.personId, table.id),
  ],
)

export const messages = pgTable(
  'messages',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: text('content').notNull(),
    outcome: text('outcome').$type<Outcome>(),
    citations: jsonb('citations').$type<Citation[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('messages_of_conversation').on(table.organizationId, table.conversationId, table.id),
    foreignKey({
      columns: [table.organizationId, table.conversationId],
      foreignColumns: [conversations.organizationId, conversations.id],
      name: 'messages_conversation',
    }).onDelete('cascade'),
  ],
)
