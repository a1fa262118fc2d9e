import { notFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { sleep } from '@portal/service-kit/sleep'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { departments } from '../schema.ts'

const waitMs = 2000

/**
 * 404 unless the department exists, which the projection has time to learn (architecture.md §5).
 */
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
