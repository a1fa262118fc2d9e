import { type PersonalData, personalRows } from '@portal/service-kit/erasure/personal-data'
import { idempotencyKeys } from '@portal/service-kit/tables'
import { eq, sql } from 'drizzle-orm'
import { auditPeople } from '../audit/tables.ts'
import type { MasterAdminPorts } from '../ports.ts'
import { people } from '../read-model/tables.ts'

/** Entries of the audit trail keep the id, which is not a name, and so their hashes. */
export const personalData: PersonalData<MasterAdminPorts> = {
  rows: [
    personalRows(auditPeople, { as: 'platform', of: (id) => eq(auditPeople.personId, id) }),
    // An operator's repeated request to create the person; before their address goes.
    personalRows(idempotencyKeys, {
      as: 'platform',
      of: (id) => sql`position((select lower(email) from people where id = ${id}) in lower(body)) > 0`,
    }),
    personalRows(people, {
      as: 'platform',
      of: (id) => eq(people.id, id),
      set: { username: null, email: null, firstName: null, lastName: null, erasureAskedAt: null },
    }),
  ],
}
