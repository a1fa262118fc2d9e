import { organizationId, time } from '@portal/service-kit/database/columns'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** What happened, with whom it concerns: everyone, or departments, roles and people. */
export const activities = pgTable(
  'activities',
  {
    organizationId: organizationId(),
    /** Of the event. */
    id: uuid('id').notNull(),
    at: time('at').notNull(),
    action: text('action').notNull(),
    actorId: text('actor_id'),
    documentId: uuid('document_id'),
    personId: text('person_id'),
    name: text('name'),
    isForEveryone: boolean('is_for_everyone').notNull(),
    departments: integer('departments').array().notNull(),
    roles: text('roles').array().notNull(),
    users: text('users').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('activities_by_time').on(table.organizationId, table.at, table.id),
  ],
)
