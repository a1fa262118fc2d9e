import type { teamApi } from '@portal/contracts/team'
import { eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { departments } from '../schema.ts'

export const listDepartments: Verb<typeof teamApi.listDepartments> = async (ctx) => {
  const rows = await ctx.tx((db) =>
    db
      .select()
      .from(departments)
      .where(eq(departments.organizationId, ctx.organizationId))
      .orderBy(departments.number),
  )
  return rows.map((row) => ({
    id: row.number,
    name: row.name,
    color: row.color,
    createdAt: row.createdAt.toISOString(),
  }))
}
