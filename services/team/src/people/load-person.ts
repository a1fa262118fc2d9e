import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, isNull } from 'drizzle-orm'
import { departments, identities, memberDepartments, memberships, organizations, people } from '../schema.ts'

export type PersonRow = typeof people.$inferSelect

/** The person with their organization unless it is disabled; null if there is no such person. */
export async function loadPerson(db: TransactionHandle, personId: string) {
  const [row] = await db
    .select({ person: people, organization: organizations, role: memberships.role })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(
      organizations,
      and(eq(organizations.id, memberships.organizationId), isNull(organizations.disabledAt)),
    )
    .where(eq(people.id, personId))
  if (!row) return null
  // A member of a disabled organization belongs to none and has no role.
  if (!row.organization) return { ...row, organization: null, role: null, departments: [] }
  const isAssigned = and(eq(departments.number, memberDepartments.number), isNull(departments.deletedAt))
  const assigned = await db
    .select({ id: departments.number, name: departments.name, color: departments.color })
    .from(memberDepartments)
    .innerJoin(departments, own(departments, memberDepartments, isAssigned))
    .where(eq(memberDepartments.personId, personId))
    .orderBy(departments.number)
  return { ...row, departments: assigned }
}

/**
 * Operators are named by configuration and recognised by login name, never by anything an API could
 * write (decision 52). A login name that is an address, with which anybody could register, counts
 * once verified.
 */
export function isOperator(person: PersonRow, operators: readonly string[]): boolean {
  const { username, email, isEmailVerified } = person
  if (username === null || !operators.includes(username)) return false
  return !username.includes('@') || (isEmailVerified && email?.toLowerCase() === username.toLowerCase())
}

/** A person's profile as sent to clients. */
export function presentProfile({ email, firstName, lastName, profileImageUrl }: PersonRow) {
  return { email, firstName, lastName, profileImageUrl }
}

/** The subjects at identity providers with which a person logs in. */
export async function boundSubjects(db: TransactionHandle, personId: string): Promise<string[]> {
  const { subject } = identities
  const bound = await db.select({ subject }).from(identities).where(eq(identities.personId, personId))
  return bound.map((row) => row.subject)
}
