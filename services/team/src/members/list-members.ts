import { fullName } from '@portal/contracts/full-name'
import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { Member } from '@portal/contracts/members'
import type { teamApi } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { below, listPart } from '@portal/service-kit/http/list-part'
import { oneAtATime } from '@portal/service-kit/one-at-a-time'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { presentProfile } from '../people/load-person.ts'
import type { Context, Verb } from '../ports.ts'
import { memberDepartments, memberships, people, removedMembers } from '../schema.ts'
import { ofMember, ofRemoved } from './membership.ts'

/** The cursor is the id of the last member read, even if removed since. */
export const listMembers: Verb<typeof teamApi.listMembers> = async (ctx, { query }) => {
  const wanted = matching(query.q)
  const read = () =>
    ctx.platformTx(async (db) =>
      listPart(ctx, db, {
        query,
        from: memberships,
        where: own(memberships, ctx, wanted),
        after: query.cursor === undefined ? undefined : await joinedBefore(db, ctx, query.cursor),
        load: (where, limit) => loadMembers(db, where, limit),
      }),
    )
  // A search looks at every member, on one of the few connections that authentication waits for.
  const rows = await (wanted ? oneAtATime(`members of ${ctx.organizationId}`, ctx.signal, read) : read())
  return rows.map((row) => presentMember(ctx, row))
}

/** For every member: who is who, and nothing else of them. */
export const listMemberNames: Verb<typeof teamApi.listMemberNames> = async (ctx, { query }) => {
  const rows = await ctx.platformTx(async (db) =>
    listPart(ctx, db, {
      query,
      from: memberships,
      where: own(memberships, ctx),
      after: query.cursor === undefined ? undefined : await joinedBefore(db, ctx, query.cursor),
      load: (where, limit) => loadMembers(db, where, limit),
    }),
  )
  return rows.map(({ person }) => ({
    id: person.id,
    name: fullName(person) ?? person.username ?? person.email ?? person.id,
    profileImageUrl: person.profileImageUrl,
  }))
}

/** A member of the session's organization, else 404. */
export async function readMember(ctx: Context, personId: string): Promise<Member> {
  const wanted = ofMember({ organizationId: ctx.organizationId, personId })
  const [row] = await ctx.platformTx((db) => loadMembers(db, wanted, 1))
  return presentMember(ctx, rowOrNotFound(row))
}

/** Memberships whose person matches, without a join: counting reads memberships alone. */
function matching(q: string | undefined) {
  if (q === undefined || q.trim() === '') return undefined
  const text = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql`exists (select from ${people} p where p.id = ${memberships.personId}
    and (p.email ilike ${text} or concat_ws(' ', p.first_name, p.last_name) ilike ${text}))`
}

function joinedBefore(db: TransactionHandle, { organizationId }: Context, personId: string) {
  const person = { organizationId, personId }
  const position = ({ joinedAt, personId }: typeof memberships | typeof removedMembers) => ({
    joinedAt,
    personId,
  })
  return below(
    [memberships.joinedAt, memberships.personId],
    db
      .select(position(memberships))
      .from(memberships)
      .where(ofMember(person))
      .unionAll(db.select(position(removedMembers)).from(removedMembers).where(ofRemoved(person))),
  )
}

type MemberRow = Awaited<ReturnType<typeof loadMembers>>[number]

/** Matching members with their department numbers, latest first. `where` names the organization. */
function loadMembers(db: TransactionHandle, where: SQL | undefined, limit: number) {
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

function presentMember({ ports }: Context, { membership, person, departments }: MemberRow): Member {
  return {
    id: person.id,
    ...presentProfile(person),
    role: membership.role,
    departments,
    joinedAt: membership.joinedAt.toISOString(),
    isProtected: isAmongLoginNames(person.username, ports.protectedAccounts),
  }
}
