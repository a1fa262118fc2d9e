import type { teamApi } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { memberships, people, removedMembers } from '../schema.ts'
import { loadMembers, presentMember } from './load-members.ts'

/** Without `limit`, lists are complete up to this many rows (decision 29). */
const rowsMax = 5000

/** The cursor is the id of the last member read, even if removed since. */
export const listMembers: Verb<typeof teamApi.listMembers> = async (ctx, { query }) => {
  const { organizationId } = ctx
  const wanted = own(memberships, { organizationId }, matching(query.q))
  const { rows, total } = await ctx.platformTx(async (db) => {
    const [counted] = await db.select({ total: count() }).from(memberships).where(wanted)
    const after =
      query.cursor === undefined ? undefined : await joinedBefore(db, organizationId, query.cursor)
    return {
      rows: await loadMembers(db, and(wanted, after), query.limit ?? rowsMax),
      total: counted?.total ?? 0,
    }
  })
  ctx.responseHeaders.set('x-total-count', String(total))
  return rows.map((row) => presentMember(row, ctx.ports.protectedAccounts))
}

/** Memberships whose person matches, without a join: counting reads memberships alone. */
function matching(q: string | undefined) {
  if (q === undefined || q.trim() === '') return undefined
  const text = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql`exists (select from ${people} p where p.id = ${memberships.personId}
    and (p.email ilike ${text} or concat_ws(' ', p.first_name, p.last_name) ilike ${text}))`
}

async function joinedBefore(db: TransactionHandle, organizationId: number, personId: string) {
  // As text, because a Date would lose the microseconds.
  const place = ({ joinedAt, organizationId: organization, personId: person }: Joined) => ({
    where: and(eq(organization, organizationId), eq(person, personId)),
    columns: { joinedAt: sql<string>`${joinedAt}::text` },
  })
  const [member, removed] = [place(memberships), place(removedMembers)]
  const [last] = await db
    .select(member.columns)
    .from(memberships)
    .where(member.where)
    .unionAll(db.select(removed.columns).from(removedMembers).where(removed.where))
  if (!last) throw new CodedError('invalid_request', 'The list has no such place to go on from.')
  return sql`(${memberships.joinedAt}, ${memberships.personId}) < (${last.joinedAt}::timestamptz, ${personId})`
}

type Joined = Pick<typeof memberships | typeof removedMembers, 'joinedAt' | 'organizationId' | 'personId'>
