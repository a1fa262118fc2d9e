import type { analyticsApi, Recommendation } from '@portal/contracts/analytics'
import { memberCan } from '@portal/contracts/features'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { loadCoverage } from '../coverage/coverage.ts'
import { loadPeriod } from '../figures/period.ts'
import { loadDepartmentActivity, loadInsights, loadStats } from '../figures/read-figures.ts'
import { loadUnanswered } from '../grouping/list-questions.ts'
import type { Context, Verb } from '../ports.ts'
import { recommend } from './recommend.ts'

export const listRecommendations: Verb<typeof analyticsApi.listRecommendations> = (ctx) =>
  ctx.tx((db) => loadRecommendations(db, ctx))

export async function loadRecommendations(db: TransactionHandle, ctx: Context): Promise<Recommendation[]> {
  const { totalDocuments, totalQuestions } = await loadStats(db, ctx)
  return recommend({
    ...{ totalDocuments, totalQuestions },
    figures: (await loadInsights(db, ctx, {})).present,
    coverage: await loadCoverage(db, ctx, {}),
    departments: await loadDepartmentActivity(db, ctx, await loadPeriod(db, ctx, {})),
    unanswered: (await loadUnanswered(db, ctx, {})).length,
    mayUpload: memberCan(ctx, 'document:upload'),
    seesGaps: memberCan(ctx, 'gap:manage-any'),
  })
}
