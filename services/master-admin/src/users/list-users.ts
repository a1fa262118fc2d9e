import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { MasterUser, masterAdminApi } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { below, listPart } from '@portal/service-kit/http/list-part'
import { desc, eq, notExists, or, type SQL, sql } from 'drizzle-orm'
import { deletionOf } from '../organizations/list-organizations.ts'
import type { Verb } from '../ports.ts'
import { members, organizations, people } from '../read-model/tables.ts'

export const listUsers: Verb<typeof masterAdminApi.listUsers> = async (ctx, { query }) => {
  const rows = await ctx.platformTx(async (db) =>
    listPart(ctx, db, {
      query,
      from: people,
      where: isListed,
      after: query.cursor === undefined ? undefined : await createdBefore(db, query.cursor),
      load: (where, limit) => loadUsers(db, where, limit),
    }),
  )
  return rows.map((row) => presentUser(row, ctx.ports.protectedAccounts))
}

const isListed = eq(people.isDisabled, false)

/** A cursor is an id as presented; it keeps its position when the account is disabled meanwhile. */
function createdBefore(db: TransactionHandle, cursor: string) {
  const { createdAt, id, username } = people
  const named = db
    .select({ createdAt, id })
    .from(people)
    .where(or(eq(id, cursor), eq(username, cursor)))
  return below([createdAt, id], named.orderBy(desc(createdAt), desc(id)).limit(1))
}

/** Everyone who may log in, newest first. Organizations under deletion have no members. */
function loadUsers(db: TransactionHandle, where: SQL | undefined, limit: number) {
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
  // Counted over everyone: a part of the list does not show whose name is unique.
  const lowerName = sql<string | null>`lower(${people.username})`
  const names = db
    .select({ name: lowerName.as('unique_name') })
    .from(people)
    .where(isListed)
    .groupBy(lowerName)
    .having(sql`count(*) = 1`)
    .as('names')
  return db
    .select({
      person: people,
      uniqueName: names.name,
      role: membership.role,
      organizationId: membership.organizationId,
      organizationName: membership.organizationName,
    })
    .from(people)
    .leftJoin(membership, eq(membership.userId, people.id))
    .leftJoin(names, eq(names.name, lowerName))
    .where(where)
    .orderBy(desc(people.createdAt), desc(people.id))
    .limit(limit)
}

type Row = Awaited<ReturnType<typeof loadUsers>>[number]

/** The login name (decision 39), or the internal id if none or not unique. */
function presentUser(row: Row, protectedAccounts: readonly string[]): MasterUser {
  const { person, uniqueName, role, organizationId, organizationName } = row
  return {
    id: person.username !== null && uniqueName !== null ? person.username : person.id,
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
