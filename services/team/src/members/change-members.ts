import { isDeepStrictEqual } from 'node:util'
import { mayAssignDepartments, mayChangeRole, mayRemove } from '@portal/contracts/role-policy'
import { type teamApi, teamEvents } from '@portal/contracts/team'
import { assertAsSeen } from '@portal/service-kit/assert-as-seen'
import { notFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { platformQueue } from '@portal/service-kit/jobs/enqueue'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { boundSubjects } from '../people/load-person.ts'
import { endProviderSessions } from '../people/provider-jobs.ts'
import type { Context, Verb } from '../ports.ts'
import { departments, memberDepartments, memberships, people } from '../schema.ts'
import { readMember } from './list-members.ts'
import { assertAllowed, lockMemberChange } from './member-roles.ts'
import { endMemberships, lockPerson, ofMember } from './membership.ts'

export const changeRole: Verb<typeof teamApi.changeRole> = async (ctx, { params, body: { role } }) => {
  const member = await readMember(ctx, params.userId)
  await ctx.tx(async (db, emit) => {
    const change = await lockMemberChange(db, ctx, member)
    assertAllowed(mayChangeRole({ ...change, role }))
    const { id: userId, role: previous } = change.target
    if (previous === role) return
    const { organizationId } = ctx
    await db
      .update(memberships)
      .set({ role })
      .where(ofMember({ organizationId, personId: userId }))
    await emit(teamEvents.memberRoleChanged, { subject: userId, data: { userId, role, previous } })
  })
  return readMember(ctx, params.userId)
}

export const assignDepartments: Verb<typeof teamApi.assignDepartments> = async (ctx, { params, body }) => {
  const { organizationId } = ctx
  const wanted = inOrder(body.departments)
  const member = await readMember(ctx, params.userId)
  await ctx.tx(async (db, emit) => {
    assertAllowed(mayAssignDepartments(await lockMemberChange(db, ctx, member)))
    await assertPresent(db, ctx, wanted)
    const assigned = own(memberDepartments, ctx, eq(memberDepartments.personId, member.id))
    const removed = await db.delete(memberDepartments).where(assigned).returning()
    const before = { departments: inOrder(removed.map(({ number }) => number)) }
    assertAsSeen(before, body.seen && { departments: inOrder(body.seen.departments) })
    const rows = wanted.map((number) => ({ organizationId, personId: member.id, number }))
    if (rows.length > 0) await db.insert(memberDepartments).values(rows)
    if (isDeepStrictEqual(before.departments, wanted)) return
    const data = { userId: member.id, departments: wanted }
    await emit(teamEvents.memberDepartmentsChanged, { subject: member.id, data })
  })
  return readMember(ctx, params.userId)
}

const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)

/** Throws 404 for an unknown department; while the organization is locked none is deleted. */
async function assertPresent(db: TransactionHandle, ctx: Context, numbers: number[]): Promise<void> {
  const { number, deletedAt } = departments
  const wanted = own(departments, ctx, inArray(number, numbers), isNull(deletedAt))
  const present = await db.select({ number }).from(departments).where(wanted)
  if (present.length < numbers.length) throw notFound()
}

/**
 * Ends a membership and all sessions of the person: here at once, at the provider when available
 * (decision 40). In a platform transaction, because a person belongs to no organization.
 */
export const removeMember: Verb<typeof teamApi.removeMember> = async (ctx, { params }) => {
  const member = await readMember(ctx, params.userId)
  await ctx.platformTx(async (db, emit, enqueueFor) => {
    // Person before organization, as everywhere: else this would deadlock with an operator
    // disabling them.
    await lockPerson(db, member.id)
    assertAllowed(mayRemove(await lockMemberChange(db, ctx, member)))
    await endMemberships(db, emit, ofMember({ organizationId: ctx.organizationId, personId: member.id }))
    const sessionsValidFrom = sql`clock_timestamp()`
    await db.update(people).set({ sessionsValidFrom }).where(eq(people.id, member.id))
    const payload = { subjects: await boundSubjects(db, member.id) }
    await enqueueFor(platformQueue)(endProviderSessions, { subject: member.id, payload })
  })
  return undefined
}
