import { type teamApi, teamEvents } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq, isNull, sql } from 'drizzle-orm'
import { lockOrganization } from '../members/lock-member-change.ts'
import type { Verb } from '../ports.ts'
import { departments, memberDepartments } from '../schema.ts'

/** Its number stays reserved; members lose the assignment, documents show "None" (decision 27). */
export const deleteDepartment: Verb<typeof teamApi.deleteDepartment> = (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    await lockOrganization(db, organizationId)
    const present = own(
      departments,
      { organizationId },
      eq(departments.number, params.id),
      isNull(departments.deletedAt),
    )
    const [row] = await db.update(departments).set({ deletedAt: sql`now()` }).where(present).returning()
    const { number, name } = rowOrNotFound(row)
    await db
      .delete(memberDepartments)
      .where(own(memberDepartments, { organizationId }, eq(memberDepartments.number, number)))
    await emit(teamEvents.departmentDeleted, {
      subject: `${organizationId}/${number}`,
      data: { number, name },
    })
    return undefined
  })
