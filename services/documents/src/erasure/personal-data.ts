import { type PersonalData, personalRows } from '@portal/service-kit/erasure/personal-data'
import { eq } from 'drizzle-orm'
import { approverAbsences } from '../lifecycle/absence-schema.ts'
import { memberDepartments, people } from '../members/people-schema.ts'
import type { DocumentsPorts } from '../ports.ts'

/** What is erased of a person; acts on documents and acknowledgements stay, by id. */
export const personalData: PersonalData<DocumentsPorts> = {
  rows: [
    personalRows(people, {
      as: 'platform',
      of: (id) => eq(people.personId, id),
      set: { name: null, email: null },
    }),
    personalRows(memberDepartments, { as: 'tenant', of: (id) => eq(memberDepartments.personId, id) }),
    personalRows(approverAbsences, { as: 'tenant', of: (id) => eq(approverAbsences.personId, id) }),
  ],
}
