import type { auditApi } from '@portal/contracts/audit'
import { own } from '@portal/service-kit/database/own'
import { and, asc, gt } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { answerWithFile } from './export-file.ts'
import { auditEntries } from './tables.ts'

export const exportPlatformAudit: Verb<typeof auditApi.exportPlatformAudit> = async (ctx, { query }) => {
  const { format, organizationId } = query
  answerWithFile(ctx, { name: `audit-${organizationId ?? 'all'}`, format }, (last, limit) =>
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
