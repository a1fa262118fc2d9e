import { type teamApi, teamEvents } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { sql } from 'drizzle-orm'
import { lockOrganization } from '../members/lock-member-change.ts'
import type { Verb } from '../ports.ts'
import { departments } from '../schema.ts'
import { presentDepartment } from './present-department.ts'

/** Assigns the next number; deleted departments keep theirs, so none is reused. */
export const createDepartment: Verb<typeof teamApi.createDepartment> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    await lockOrganization(db, organizationId)
    const [last] = await db
      .select({ number: sql<number>`coalesce(max(${departments.number}), 0)` })
      .from(departments)
      .where(own(departments, { organizationId }))
    const [row] = await db
      .insert(departments)
      .values({ organizationId, number: rowOrNotFound(last).number + 1, ...body })
      .returning()
    const { number, name, color } = rowOrNotFound(row)
    await emit(teamEvents.departmentCreated, {
      subject: `${organizationId}/${number}`,
      data: { number, name, color },
    })
    return ctx.respond(db, presentDepartment(rowOrNotFound(row)))
  })
