import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { Member } from '@portal/contracts/members'
import { found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { memberDepartments, memberships, people } from '../schema.ts'
import { ofMember } from './lock-member-change.ts'

/** A membership with its person and the numbers of their departments. */
interface MemberRow {
  readonly membership: typeof memberships.$inferSelect
  readonly person: typeof people.$inferSelect
  readonly departments: readonly number[]
}

/** Members that match, who joined last first. `where` names the organization: people are known to the platform role alone. */
export function loadMembers(
  db: TransactionHandle,
  where: SQL | undefined,
  limit: number,
): Promise<MemberRow[]> {
  const numbers = sql`array_to_json(array(select d.number from ${memberDepartments} d
    where d.organization_id = ${memberships.organizationId} and d.person_id = ${memberships.personId} order by d.number))::text`
  return db
    .select({ membership: memberships, person: people, departments: numbers.mapWith(parseNumbers) })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(where)
    .orderBy(desc(memberships.joinedAt), desc(memberships.personId))
    .limit(limit)
}

/** Safe because the query makes the text from a column of integers. */
function parseNumbers(text: string): number[] {
  return JSON.parse(text)
}

/** A member as the wire shows one. */
export function presentMember(row: MemberRow, protectedAccounts: readonly string[]): Member {
  const { membership, person } = row
  return {
    id: person.id,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    profileImageUrl: person.profileImageUrl,
    role: membership.role,
    departments: [...row.departments],
    joinedAt: membership.joinedAt.toISOString(),
    isProtected: isAmongLoginNames(person.username, protectedAccounts),
  }
}

/** A member of the caller's organization; 404 for everybody else. */
export async function readMember(ctx: Context, userId: string): Promise<Member> {
  const [row] = await ctx.platformTx((db) => loadMembers(db, ofMember(ctx.organizationId, userId), 1))
  return presentMember(found(row), ctx.ports.protectedAccounts)
}
