import { mayAssignDepartments } from '@portal/contracts/role-policy'
import { type teamApi, teamEvents } from '@portal/contracts/team'
import { notFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq, inArray, isNull } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { departments, memberDepartments } from '../schema.ts'
import { assertAllowed } from './assert-allowed.ts'
import { readMember } from './load-members.ts'
import { lockMemberChange } from './lock-member-change.ts'

export const assignDepartments: Verb<typeof teamApi.assignDepartments> = async (ctx, { params, body }) => {
  const { organizationId } = ctx
  const wanted = [...new Set(body.departments)].sort((a, b) => a - b)
  const member = await readMember(ctx, params.userId)
  await ctx.tx(async (db, emit) => {
    assertAllowed(mayAssignDepartments(await lockMemberChange(db, ctx, member)))
    await assertPresent(db, organizationId, wanted)
    const assigned = own(memberDepartments, { organizationId }, eq(memberDepartments.personId, member.id))
    const before = await db.delete(memberDepartments).where(assigned).returning()
    const rows = wanted.map((number) => ({ organizationId, personId: member.id, number }))
    if (rows.length > 0) await db.insert(memberDepartments).values(rows)
    const isSame = before.length === rows.length && before.every(({ number }) => wanted.includes(number))
    if (isSame) return
    await emit(teamEvents.memberDepartmentsChanged, {
      subject: member.id,
      data: { userId: member.id, departments: wanted },
    })
  })
  return readMember(ctx, params.userId)
}

/** Throws 404 for an unknown department; while the organization is locked none is deleted. */
async function assertPresent(db: TransactionHandle, organizationId: number, numbers: readonly number[]) {
  if (numbers.length === 0) return
  const present = await db
    .select({ number: departments.number })
    .from(departments)
    .where(
      own(
        departments,
        { organizationId },
        inArray(departments.number, [...numbers]),
        isNull(departments.deletedAt),
      ),
    )
  if (present.length < numbers.length) throw notFound()
}
