import type { auditApi } from '@portal/contracts/audit'
import { own } from '@portal/service-kit/database/own'
import { and, desc, lt } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { matching, pageSizeDefault, peopleNamed, peopleNamedIn } from './filter-entries.ts'
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
