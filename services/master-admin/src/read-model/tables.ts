import { organizationId, time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** Projections for operators: ids, names and counts, never content. */
export const organizations = pgTable('organizations', {
  organizationId: organizationId().primaryKey(),
  name: text('name').notNull(),
  code: text('code').notNull(),
  joinCode: text('join_code'),
  createdAt: time('created_at').notNull(),
})

export const departments = pgTable(
  'departments',
  { organizationId: organizationId(), number: integer('number').notNull(), name: text('name').notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)

export const members = pgTable(
  'members',
  {
    organizationId: organizationId(),
    userId: text('user_id').notNull(),
    role: text('role', { enum: ['admin', 'facilitator', 'manager', 'team_member'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('members_by_user').on(table.userId, table.organizationId),
  ],
)

/** One row per existing document, so that a republished upload does not count twice. */
export const documents = pgTable(
  'documents',
  { organizationId: organizationId(), documentId: uuid('document_id').notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.documentId] })],
)

/** One row per answer. A rating may precede its question; then `isAsked` is false. */
export const answers = pgTable(
  'answers',
  {
    organizationId: organizationId(),
    messageId: uuid('message_id').notNull(),
    isAsked: boolean('is_asked').notNull(),
    rating: integer('rating'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.messageId] })],
)

/** Every person, independent of organizations. */
export const people = pgTable(
  'people',
  {
    id: text('id').primaryKey(),
    username: text('username'),
    email: text('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    isDisabled: boolean('is_disabled').notNull(),
    hasSignedIn: boolean('has_signed_in').notNull().default(true),
    erasureAskedAt: time('erasure_asked_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('people_by_age').on(table.createdAt, table.id).where(sql`not is_disabled`),
    index('people_by_name').on(sql`lower(${table.username})`),
  ],
)
