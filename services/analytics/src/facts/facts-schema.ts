import type { Outcome } from '@portal/contracts/citation'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { askersMin } from '@portal/contracts/questions'
import { organizationId, time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** What an organization decides, and the zone of the days that its figures were rolled up by. */
export const organizations = pgTable('organizations', {
  organizationId: organizationId().primaryKey(),
  timeZone: text('time_zone').notNull().default(defaultSettings.timeZone),
  rolledTimeZone: text('rolled_time_zone').notNull().default(defaultSettings.timeZone),
  askersMin: integer('askers_min').notNull().default(askersMin),
})

export const departments = pgTable(
  'departments',
  {
    organizationId: organizationId(),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    color: text('color').notNull().default(''),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)

/** Names of people, of no organization. */
export const people = pgTable('people', {
  personId: text('person_id').primaryKey(),
  name: text('name').notNull(),
})

export const documents = pgTable(
  'documents',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    title: text('title').notNull().default(''),
    departmentNumber: integer('department_number'),
    isActive: boolean('is_active').notNull().default(true),
    visibleTo: integer('visible_to').array().notNull().default(sql`'{}'`),
    ownerId: text('owner_id'),
    nextReviewOn: date('next_review_on', { mode: 'string' }),
    currentVersionId: uuid('current_version_id'),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)

/** How many people a running campaign asks, and how many of them have not acknowledged. */
export const campaigns = pgTable(
  'campaigns',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    versionId: uuid('version_id').notNull(),
    asked: integer('asked').notNull().default(0),
    outstanding: integer('outstanding').notNull().default(0),
    isOpen: boolean('is_open').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('campaigns_of_document').on(table.organizationId, table.documentId),
  ],
)

/**
 * A row per answered question, so that no event counts twice. A rating may come first: then
 * `askedAt` is null. `question` and `askerId` are null once the conversation is deleted: the
 * question still counts, and nobody reads it. `wording` is the key of its words.
 */
export const questions = pgTable(
  'questions',
  {
    organizationId: organizationId(),
    messageId: uuid('message_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    askerId: text('asker_id'),
    askedAt: time('asked_at'),
    departments: integer('departments').array().notNull().default(sql`'{}'`),
    outcome: text('outcome').$type<Outcome>(),
    durationMs: integer('duration_ms'),
    citedDocuments: uuid('cited_documents').array().notNull().default(sql`'{}'`),
    question: text('question'),
    wording: text('wording'),
    rating: integer('rating'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.messageId] }),
    index('questions_by_time').on(table.organizationId, table.askedAt),
    index('questions_of_wording').on(table.organizationId, table.wording, table.askedAt),
    index('questions_of_conversation').on(table.organizationId, table.conversationId),
    index('questions_of_asker').on(table.organizationId, table.askerId),
  ],
)
