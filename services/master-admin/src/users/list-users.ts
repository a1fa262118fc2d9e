import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { MasterUser, masterAdminApi } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { below, listPart } from '@portal/service-kit/http/list-part'
import { and, desc, eq, inArray, not, notExists, or, sql } from 'drizzle-orm'
import { deletionOf } from '../organizations/list-organizations.ts'
import type { Verb } from '../ports.ts'
import { members, organizations, people } from '../read-model/tables.ts'

export const listUsers: Verb<typeof masterAdminApi.listUsers> = (ctx, { query }) =>
  ctx.platformTx(async (db) => {
    const rows = await listPart(ctx, db, {
      query,
      from: people,
      where: isListed,
      after: query.cursor === undefined ? undefined : await createdBefore(db, query.cursor),
      load: (where, limit) =>
        db.select().from(people).where(where).orderBy(desc(people.createdAt), desc(people.id)).limit(limit),
    })
    if (rows.length === 0) return []
    const memberships = await loadMemberships(db, rows)
    const names = await loadUniqueNames(db, rows)
    return rows.map((person) => {
      const name = names.get(person.id) ?? null
      return presentUser(
        { person, name, membership: memberships.get(person.id) },
        ctx.ports.protectedAccounts,
      )
    })
  })

/** Everyone who may log in. */
const isListed = not(people.isDisabled)
const lowerName = sql<string>`lower(${people.username})`

/** A cursor is an id as presented; it keeps its position when the account is disabled meanwhile. */
function createdBefore(db: TransactionHandle, cursor: string) {
  const { createdAt, id, username } = people
  // The index has names in lower case.
  const isNamed = and(eq(lowerName, sql`lower(${cursor})`), eq(username, cursor))
  const named = db
    .select({ createdAt, id })
    .from(people)
    .where(or(eq(id, cursor), isNamed))
  return below([createdAt, id], named.orderBy(desc(createdAt), desc(id)).limit(1))
}

type Person = typeof people.$inferSelect

/**
 * One membership per person: the newer organization's, until both organizations' events have
 * arrived. Organizations under deletion have no members.
 */
async function loadMemberships(db: TransactionHandle, persons: readonly Person[]) {
  const { userId, role, organizationId } = members
  const isTheirs = inArray(
    userId,
    persons.map(({ id }) => id),
  )
  const rows = await db
    .selectDistinctOn([userId], { userId, role, organizationId, organizationName: organizations.name })
    .from(members)
    .innerJoin(organizations, own(organizations, members, notExists(deletionOf(db))))
    .where(isTheirs)
    .orderBy(userId, desc(organizationId))
  return new Map(rows.map((row) => [row.userId, row]))
}

type Memberships = Awaited<ReturnType<typeof loadMemberships>>

/** By person. Among everyone: a part of the list does not show whose name is unique. */
async function loadUniqueNames(db: TransactionHandle, persons: readonly Person[]) {
  const names = persons.flatMap(({ username }) => username ?? [])
  if (names.length === 0) return new Map<string, string>()
  const lowered = names.map((name) => sql`lower(${name})`)
  const rows = await db
    .select({ id: sql<string>`min(${people.id})`, name: sql<string>`min(${people.username})` })
    .from(people)
    .where(and(isListed, inArray(lowerName, lowered)))
    .groupBy(lowerName)
    .having(sql`count(*) = 1`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Row {
  readonly person: Person
  /** Null if the person has none, or somebody has the same. */
  readonly name: string | null
  readonly membership: ReturnType<Memberships['get']>
}

/** The login name (decision 39), or the internal id if none or not unique. */
function presentUser({ person, name, membership }: Row, protectedAccounts: readonly string[]): MasterUser {
  return {
    id: name ?? person.id,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    organizationId: membership?.organizationId ?? null,
    organizationName: membership?.organizationName ?? null,
    role: membership?.role ?? null,
    hasSignedIn: person.hasSignedIn,
    isProtected: isAmongLoginNames(person.username, protectedAccounts),
  }
}
