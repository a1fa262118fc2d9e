import type { masterAdminApi } from '@portal/contracts/master-admin'
import { asc, desc, getTableColumns } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { deletionSteps, deletions } from '../schema.ts'
import { isOverdue } from './report-overdue.ts'

export const listDeletions: Verb<typeof masterAdminApi.listDeletions> = async (ctx) => {
  const { rows, steps } = await ctx.platformTx(async (db) => ({
    rows: await db
      .select({ ...getTableColumns(deletions), isOverdue })
      .from(deletions)
      .orderBy(desc(deletions.requestedAt)),
    steps: await db
      .select()
      .from(deletionSteps)
      .orderBy(asc(deletionSteps.service), asc(deletionSteps.store)),
  }))
  return rows.map((row) => ({
    organizationId: row.deletedOrganizationId,
    organizationName: row.organizationName,
    requestedAt: row.requestedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    isOverdue: row.isOverdue,
    steps: steps
      .filter((step) => step.deletedOrganizationId === row.deletedOrganizationId)
      .map(({ service, store, removed, remaining, finishedAt }) => ({
        service,
        store,
        removed,
        remaining,
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
  }))
}
