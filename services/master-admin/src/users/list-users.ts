import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { MasterUser, masterAdminApi } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { desc, eq, notExists, sql } from 'drizzle-orm'
import { deletionOf } from '../organizations/list-organizations.ts'
import type { Verb } from '../ports.ts'
import { members, organizations, people } from '../read-model/tables.ts'

export const listUsers: Verb<typeof masterAdminApi.listUsers> = async (ctx) => {
  const rows = await ctx.platformTx(loadUsers)
  ctx.responseHeaders.set('x-total-count', String(rows.length))
  return rows.map((row) => presentUser(row, ctx.ports.protectedAccounts))
}

/** Everyone who may log in, newest first. Organizations under deletion have no members. */
function loadUsers(db: TransactionHandle) {
  // One membership per person: the newer organization's, until both organizations' events have
  // arrived.
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

/** The login name (decision 39), or the internal id if none or not unique. */
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
