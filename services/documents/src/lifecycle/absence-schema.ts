import { organizationId } from '@portal/service-kit/database/columns'
import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Approvers who are away until the end of a day, with who decides meanwhile. */
export const approverAbsences = pgTable(
  'approver_absences',
  {
    organizationId: organizationId(),
    personId: text('person_id').notNull(),
    delegateId: text('delegate_id').notNull(),
    until: date('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.personId] })],
)
