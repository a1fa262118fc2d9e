import type { teamApi } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { isNull } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { departments } from '../schema.ts'
import { presentDepartment } from './present-department.ts'

export const listDepartments: Verb<typeof teamApi.listDepartments> = async (ctx) => {
  const present = own(departments, ctx, isNull(departments.deletedAt))
  const rows = await ctx.tx((db) => db.select().from(departments).where(present).orderBy(departments.number))
  return rows.map(presentDepartment)
}
