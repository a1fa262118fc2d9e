import type { Department } from '@portal/contracts/departments'
import { type teamApi, teamEvents } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { eq, gt, isNull, sql } from 'drizzle-orm'
import { lockOrganization } from '../members/membership.ts'
import type { Verb } from '../ports.ts'
import { departments, memberDepartments } from '../schema.ts'

export const listDepartments: Verb<typeof teamApi.listDepartments> = async (ctx, { query }) => {
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: departments,
      where: own(departments, ctx, isNull(departments.deletedAt)),
      after: query.cursor === undefined ? undefined : gt(departments.number, query.cursor),
      load: (where, limit) =>
        db.select().from(departments).where(where).orderBy(departments.number).limit(limit),
    }),
  )
  return rows.map(presentDepartment)
}

/** Assigns the next number; deleted departments keep theirs, so none is reused. */
export const createDepartment: Verb<typeof teamApi.createDepartment> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    await lockOrganization(db, organizationId)
    const [last] = await db
      .select({ number: sql<number>`coalesce(max(${departments.number}), 0)` })
      .from(departments)
      .where(own(departments, ctx))
    const [row] = await db
      .insert(departments)
      .values({ organizationId, number: rowOrNotFound(last).number + 1, ...body })
      .returning()
    const created = rowOrNotFound(row)
    const { number, name, color } = created
    const subject = `${organizationId}/${number}`
    await emit(teamEvents.departmentCreated, { subject, data: { number, name, color } })
    return ctx.respond(db, presentDepartment(created))
  })

/** Its number stays reserved; members lose the assignment, documents show "None" (decision 27). */
export const deleteDepartment: Verb<typeof teamApi.deleteDepartment> = (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    await lockOrganization(db, organizationId)
    const present = own(departments, ctx, eq(departments.number, params.id), isNull(departments.deletedAt))
    const [row] = await db.update(departments).set({ deletedAt: sql`now()` }).where(present).returning()
    const { number, name } = rowOrNotFound(row)
    await db
      .delete(memberDepartments)
      .where(own(memberDepartments, ctx, eq(memberDepartments.number, number)))
    const subject = `${organizationId}/${number}`
    await emit(teamEvents.departmentDeleted, { subject, data: { number, name } })
    return undefined
  })

/** A department as sent to clients: its number is its id (decision 26). */
function presentDepartment(row: typeof departments.$inferSelect): Department {
  return { id: row.number, name: row.name, color: row.color, createdAt: row.createdAt.toISOString() }
}
