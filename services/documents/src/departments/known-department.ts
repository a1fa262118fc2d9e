import { setTimeout as delay } from 'node:timers/promises'
import { CodedError } from '@portal/service-kit/coded-error'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { departments } from '../schema.ts'

const waitMs = 2000

/** Resolves when the organization has this department; a number that it lacks is 404 after the projection had its time (architecture.md §5). */
export async function knownDepartment(ctx: Context, number: number): Promise<void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const rows = await ctx.tx((db) =>
      db
        .select({ number: departments.number })
        .from(departments)
        .where(and(eq(departments.organizationId, ctx.organizationId), eq(departments.number, number))),
    )
    if (rows.length > 0) return
    if (Date.now() > deadline) throw new CodedError('not_found', 'Not found')
    await delay(100, undefined, { signal: ctx.signal })
  }
}
