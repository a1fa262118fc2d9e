import type { AboutEvidence, Citation, Outcome } from '@portal/contracts/chat'
import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'

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
    evidence: jsonb('evidence').$type<AboutEvidence>().notNull().default({}),
    /** The day as of which it was answered. */
    asOf: date('as_of'),
    /** Of an answer: how long it took, and the departments that its asker had. */
    durationMs: integer('duration_ms'),
    departments: integer('departments').array(),
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

/** Which answers cite a document, so that they are found without reading all answers. */
export const citingAnswers = pgTable(
  'citing_answers',
  {
    organizationId: organizationId(),
    documentId: uuid('document_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** When another version became current than the cited one, and its asker was notified. */
    replacedAt: time('replaced_at'),
    notifiedAt: time('notified_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.documentId, table.messageId] }),
    index('citing_answers_of_message').on(table.organizationId, table.messageId),
    foreignKey({
      columns: [table.organizationId, table.messageId],
      foreignColumns: [messages.organizationId, messages.id],
      name: 'citing_answers_message',
    }).onDelete('cascade'),
  ],
)

/**
 * Questions that their askers sent to the owner of a document, by the answer that they got. What
 * was sent is kept as it was read when it was sent.
 */
export const sentQuestions = pgTable(
  'sent_questions',
  {
    organizationId: organizationId(),
    messageId: uuid('message_id').notNull(),
    documentId: uuid('document_id').notNull(),
    ownerId: text('owner_id'),
    askerId: text('asker_id').notNull(),
    question: text('question').notNull(),
    outcome: text('outcome').$type<Outcome>().notNull(),
    sentAt: time('sent_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.messageId] }),
    index('sent_questions_of_document').on(table.organizationId, table.documentId, table.sentAt),
    foreignKey({
      columns: [table.organizationId, table.messageId],
      foreignColumns: [messages.organizationId, messages.id],
      name: 'sent_questions_message',
    }).onDelete('cascade'),
  ],
)

/** How an organization has its questions answered, where it is not as by default. */
export const assistantSettings = pgTable(
  'assistant_settings',
  {
    organizationId: organizationId(),
    isModelUsed: boolean('is_model_used').notNull(),
    tokensPerPerson: bigint('tokens_per_person', { mode: 'number' }),
    tokensPerOrganization: bigint('tokens_per_organization', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
)
