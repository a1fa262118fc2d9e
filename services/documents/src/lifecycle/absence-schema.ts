import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Approvers who are away until the end of a day, with who decides meanwhile. */
export const approverAbsences = pgTable(
  'approver_absences',
  {
    organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
    personId: text('person_id').notNull(),
    delegateId: text('delegate_id').notNull(),
    until: date('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.personId] })],
)
