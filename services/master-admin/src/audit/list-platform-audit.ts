import type { auditApi } from '@portal/contracts/audit'
import { own } from '@portal/service-kit/database/own'
import { and, desc, lt } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { matching, pageSizeDefault, peopleNamed } from './filter-entries.ts'
import { presentEntries } from './present-entries.ts'
import { auditEntries } from './tables.ts'

export const listPlatformAudit: Verb<typeof auditApi.listPlatformAudit> = async (ctx, { query }) => {
  const { limit = pageSizeDefault, cursor, organizationId, ...filter } = query
  const rows = await ctx.platformTx((db) =>
    db
      .select()
      .from(auditEntries)
      .where(
        and(
          organizationId === undefined ? undefined : own(auditEntries, { organizationId }),
          // Event ids increase with time across all chains.
          cursor === undefined ? undefined : lt(auditEntries.eventId, cursor),
          matching(filter, peopleNamed(db, filter.q)),
        ),
      )
      .orderBy(desc(auditEntries.eventId))
      .limit(limit),
  )
  return presentEntries(ctx, rows)
}
