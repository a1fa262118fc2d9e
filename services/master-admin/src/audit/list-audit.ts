import type { auditApi } from '@portal/contracts/audit'
import { own } from '@portal/service-kit/database/own'
import { desc, lt } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { matching, pageSizeDefault, peopleNamedIn } from './filter-entries.ts'
import { presentEntries } from './present-entries.ts'
import { auditEntries } from './tables.ts'

export const listAudit: Verb<typeof auditApi.listAudit> = async (ctx, { query }) => {
  const { limit = pageSizeDefault, cursor, ...filter } = query
  const personIds = await ctx.platformTx((db) => peopleNamedIn(db, ctx.organizationId, filter.q))
  const rows = await ctx.tx((db) =>
    db
      .select()
      .from(auditEntries)
      .where(
        own(
          auditEntries,
          ctx,
          cursor === undefined ? undefined : lt(auditEntries.sequence, cursor),
          matching(filter, personIds),
        ),
      )
      .orderBy(desc(auditEntries.sequence))
      .limit(limit),
  )
  return presentEntries(ctx, rows)
}
