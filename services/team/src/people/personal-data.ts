import { teamEvents } from '@portal/contracts/team'
import { type PersonalData, personalRows } from '@portal/service-kit/erasure/personal-data'
import { idempotencyKeys } from '@portal/service-kit/tables'
import { eq, sql } from 'drizzle-orm'
import { personPictures } from '../pictures-schema.ts'
import type { TeamPorts } from '../ports.ts'
import { identities, invitationMails, invitations, people, removedMembers } from '../schema.ts'
import { emitPersonChanged } from './emit-person-changed.ts'
import { boundSubjects } from './load-person.ts'

const addressOf = (userId: string) => sql`(select lower(email) from people where id = ${userId})`

/** What team keeps of people; their row stays, as an id with neither name nor address. */
export const personalData: PersonalData<TeamPorts> = {
  outside: async ({ ports, userId, platformTx }) => {
    const { person, subjects } = await platformTx(async (db) => {
      const [person] = await db.select().from(people).where(eq(people.id, userId))
      return { person, subjects: await boundSubjects(db, userId) }
    })
    const accounts = new Set([...subjects, ...(person?.accountSubject ? [person.accountSubject] : [])])
    for (const subject of accounts) await ports.identities.deleteAccount(subject)
    if (person?.email && ports.mailer) await ports.mailer.forget(person.email)
    return ['account at the identity provider', 'mail']
  },
  rows: [
    // Those that find by address come before the address goes.
    personalRows(idempotencyKeys, {
      as: 'platform',
      of: (id) => sql`position(${addressOf(id)} in lower(body)) > 0`,
    }),
    personalRows(invitationMails, {
      as: 'platform',
      of: (id) => sql`(person_id = ${id} or lower(email) = ${addressOf(id)})`,
    }),
    personalRows(invitations, {
      as: 'platform',
      of: (id) => sql`(accepted_by = ${id} or lower(email) = ${addressOf(id)})`,
    }),
    personalRows(invitations, {
      as: 'platform',
      of: (id) => eq(invitations.invitedBy, id),
      set: { invitedByName: 'A former member' },
    }),
    personalRows(removedMembers, { as: 'platform', of: (id) => eq(removedMembers.personId, id) }),
    personalRows(personPictures, { as: 'platform', of: (id) => eq(personPictures.personId, id) }),
    personalRows(people, {
      as: 'platform',
      of: (id) => eq(people.id, id),
      set: {
        ...{ username: null, email: null, firstName: null, lastName: null, profileImageUrl: null },
        ...{ isEmailVerified: false, accountSubject: null, erasureAskedAt: null },
      },
      afterwards: async ({ db, emit, userId }) => {
        const [person] = await db.select().from(people).where(eq(people.id, userId)).for('update')
        await db.delete(identities).where(eq(identities.personId, userId))
        if (person) await emitPersonChanged(db, emit, person)
      },
    }),
    personalRows(identities, { as: 'platform', of: (id) => eq(identities.personId, id) }),
  ],
  published: {
    type: teamEvents.personChanged.type,
    values: { username: null, email: null, firstName: null, lastName: null, erasureAskedAt: null },
  },
}
