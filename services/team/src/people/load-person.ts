import type { Identity } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, isNull } from 'drizzle-orm'
import { departments, memberDepartments, memberships, organizations, people } from '../schema.ts'

export type PersonRow = typeof people.$inferSelect
export type OrganizationRow = typeof organizations.$inferSelect

/** A person with their membership, as read in one look-up. */
export interface LoadedPerson {
  readonly person: PersonRow
  readonly organization: OrganizationRow | null
  readonly role: Identity['role']
  readonly departments: readonly { readonly id: number; readonly name: string; readonly color: string }[]
}

/** The person and their organization, or null when there is no such person. An organization that was shut is nobody's. */
export async function loadPerson(db: TransactionHandle, personId: string): Promise<LoadedPerson | null> {
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
  // Who is member of an organization that was shut belongs to none, and holds no role.
  if (!row.organization) return { person: row.person, organization: null, role: null, departments: [] }
  const assigned = await db
    .select({ id: departments.number, name: departments.name, color: departments.color })
    .from(memberDepartments)
    .innerJoin(
      departments,
      own(
        departments,
        memberDepartments,
        eq(departments.number, memberDepartments.number),
        isNull(departments.deletedAt),
      ),
    )
    .where(eq(memberDepartments.personId, personId))
    .orderBy(departments.number)
  return { ...row, departments: assigned }
}

/**
 * Operators are named by configuration and recognised by their login name, never by anything an API could write (decision 52). Where that is an
 * address anybody can register with it, so it counts once the person has shown that it is theirs.
 */
export function isOperator(person: PersonRow, operators: readonly string[]): boolean {
  const { username, email, isEmailVerified } = person
  if (username === null || !operators.includes(username)) return false
  return !username.includes('@') || (isEmailVerified && email?.toLowerCase() === username.toLowerCase())
}

/** What the gateway needs to know of a person. */
export function presentIdentity(loaded: LoadedPerson, operators: readonly string[]): Identity {
  const { person, organization } = loaded
  return {
    personId: person.id,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    profileImageUrl: person.profileImageUrl,
    organization: organization ? { id: organization.id, name: organization.name } : null,
    role: loaded.role,
    departments: loaded.departments.map((department) => department.id),
    isMasterAdmin: isOperator(person, operators),
    isDisabled: person.isDisabled,
    sessionsValidFrom: person.sessionsValidFrom?.toISOString() ?? null,
  }
}
