import { teamEvents } from '@portal/contracts/team'
import { notFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { sleep } from '@portal/service-kit/sleep'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { departments } from '../schema.ts'

const key = [departments.organizationId, departments.number]

/** Maintains the projection of departments. Deletion is final, whatever arrives later. */
export const followDepartments = [
  on(teamEvents.departmentCreated, async ({ db, organizationId }, { data }) => {
    if (organizationId === null) return
    const { number, name, color } = data
    await db
      .insert(departments)
      .values({ organizationId, number, name, color })
      .onConflictDoUpdate({ target: key, set: { name, color } })
  }),
  on(teamEvents.departmentDeleted, async ({ db, organizationId }, { data }) => {
    if (organizationId === null) return
    const { number, name } = data
    await db
      .insert(departments)
      .values({ organizationId, number, name, isDeleted: true })
      .onConflictDoUpdate({ target: key, set: { isDeleted: true } })
  }),
]

const waitMs = 2000

/** 404 unless the department exists; the projection has time to learn it (architecture.md §5). */
export async function knownDepartment(ctx: Context, number: number): Promise<void> {
  const deadline = Date.now() + waitMs
  const wanted = own(departments, ctx, eq(departments.number, number))
  for (;;) {
    const [department] = await ctx.tx((db) =>
      db.select({ isDeleted: departments.isDeleted }).from(departments).where(wanted),
    )
    if (department && !department.isDeleted) return
    if (department || Date.now() > deadline) throw notFound()
    await sleep(100, ctx.signal)
    ctx.signal.throwIfAborted()
  }
}
