import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { Member } from '@portal/contracts/members'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { presentProfile } from '../people/load-person.ts'
import type { Context } from '../ports.ts'
import { memberDepartments, memberships, people } from '../schema.ts'
import { ofMember } from './lock-member-change.ts'

/** A membership with its person and department numbers. */
interface MemberRow {
  readonly membership: typeof memberships.$inferSelect
  readonly person: typeof people.$inferSelect
  readonly departments: readonly number[]
}

/** Matching members, latest first. `where` names the organization. */
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

/** Safe because the query builds the text from an integer column. */
function parseNumbers(text: string): number[] {
  return JSON.parse(text)
}

/** A member as sent to clients. */
export function presentMember(row: MemberRow, protectedAccounts: readonly string[]): Member {
  const { membership, person } = row
  return {
    id: person.id,
    ...presentProfile(person),
    role: membership.role,
    departments: [...row.departments],
    joinedAt: membership.joinedAt.toISOString(),
    isProtected: isAmongLoginNames(person.username, protectedAccounts),
  }
}

/** A member of the session's organization, else 404. */
export async function readMember(ctx: Context, userId: string): Promise<Member> {
  const [row] = await ctx.platformTx((db) => loadMembers(db, ofMember(ctx.organizationId, userId), 1))
  return presentMember(rowOrNotFound(row), ctx.ports.protectedAccounts)
}
