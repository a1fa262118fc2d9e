import type { auditApi } from '@portal/contracts/audit'
import { own } from '@portal/service-kit/database/own'
import { and, asc, gt } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { exportFile } from './export-file.ts'
import { auditEntries } from './tables.ts'

export const exportAudit: Verb<typeof auditApi.exportAudit> = async (ctx, { query }) => {
  const { organizationId } = ctx
  exportFile(ctx, { name: `audit-${organizationId}`, format: query.format }, (last, limit) =>
    ctx.tx((db) =>
      db
        .select()
        .from(auditEntries)
        .where(own(auditEntries, { organizationId }, gt(auditEntries.sequence, last?.sequence ?? 0)))
        .orderBy(asc(auditEntries.sequence))
        .limit(limit),
    ),
  )
}

export const exportPlatformAudit: Verb<typeof auditApi.exportPlatformAudit> = async (ctx, { query }) => {
  const { format, organizationId } = query
  exportFile(ctx, { name: `audit-${organizationId ?? 'all'}`, format }, (last, limit) =>
    ctx.platformTx((db) =>
      db
        .select()
        .from(auditEntries)
        .where(
          and(
            organizationId === undefined ? undefined : own(auditEntries, { organizationId }),
            last && gt(auditEntries.eventId, last.eventId),
          ),
        )
        .orderBy(asc(auditEntries.eventId))
        .limit(limit),
    ),
  )
}
