import { organizationId } from '@portal/service-kit/database/columns'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Departments of members, projected from team's events; a deleted department's rows stay. */
export const memberDepartments = pgTable(
  'member_departments',
  {
    organizationId: organizationId(),
    personId: text('person_id').notNull(),
    number: integer('number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.personId, table.number] })],
)

/**
 * Names of people, projected from team's events, for records that outlive a membership. They are
 * the platform's: only the platform role reads them, by the ids of an organization's own rows.
 */
export const people = pgTable('people', {
  personId: text('person_id').primaryKey(),
  name: text('name'),
  email: text('email'),
})
