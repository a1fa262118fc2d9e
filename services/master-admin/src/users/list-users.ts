import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { MasterUser, masterAdminApi } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { desc, eq, notExists, sql } from 'drizzle-orm'
import { deletionOf } from '../organizations/load-organizations.ts'
import type { Verb } from '../ports.ts'
import { members, organizations, people } from '../read-model/tables.ts'

export const listUsers: Verb<typeof masterAdminApi.listUsers> = async (ctx) => {
  const rows = await ctx.platformTx(loadUsers)
  ctx.answerHeaders.set('x-total-count', String(rows.length))
  return rows.map((row) => presentUser(row, ctx.ports.protectedAccounts))
}

/** Everybody who may sign in, newest first. Membership of an organization that is being deleted is none. */
function loadUsers(db: TransactionHandle) {
  // One membership per person, whatever two organizations have told of them so far: the newer organization's.
  const membership = db
    .selectDistinctOn([members.userId], {
      userId: members.userId,
      role: members.role,
      organizationId: organizations.organizationId,
      organizationName: organizations.name,
    })
    .from(members)
    .innerJoin(organizations, own(organizations, members, notExists(deletionOf(db))))
    .orderBy(members.userId, desc(members.organizationId))
    .as('membership')
  return db
    .select({
      person: people,
      isOnlyOne: sql<boolean>`count(*) over (partition by lower(${people.username})) = 1`,
      role: membership.role,
      organizationId: membership.organizationId,
      organizationName: membership.organizationName,
    })
    .from(people)
    .leftJoin(membership, eq(membership.userId, people.id))
    .where(eq(people.isDisabled, false))
    .orderBy(desc(people.createdAt), desc(people.id))
}

type Row = Awaited<ReturnType<typeof loadUsers>>[number]

/** The ID is the login name that was typed (decision 39); where there is none, or several people have had it, the internal one. */
function presentUser(row: Row, protectedAccounts: readonly string[]): MasterUser {
  const { person, isOnlyOne, role, organizationId, organizationName } = row
  return {
    id: person.username !== null && isOnlyOne ? person.username : person.id,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    organizationId,
    organizationName,
    role,
    hasSignedIn: person.hasSignedIn,
    isProtected: isAmongLoginNames(person.username, protectedAccounts),
  }
}
