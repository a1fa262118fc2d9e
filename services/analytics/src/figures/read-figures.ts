import type {
  AnalyticsStats,
  analyticsApi,
  DepartmentActivity,
  Insights,
  Period,
  PeriodQuery,
} from '@portal/contracts/analytics'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { asc, count, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { departments, documents } from '../facts/facts-schema.ts'
import { visibleDocuments } from '../facts/visible-documents.ts'
import type { Context, Verb } from '../ports.ts'
import { everybody, questionDays } from './figures-schema.ts'
import { halfOf, loadFigures, meanRating, noFigures, orEverybody, sums } from './load-figures.ts'
import { loadPeriod } from './period.ts'

type Query = z.output<typeof PeriodQuery>

export const readStats: Verb<typeof analyticsApi.readStats> = (ctx) => ctx.tx((db) => loadStats(db, ctx))

export async function loadStats(db: TransactionHandle, ctx: Context): Promise<AnalyticsStats> {
  const rows = await db
    .select({ department: questionDays.department, ...sums })
    .from(questionDays)
    .where(own(questionDays, ctx))
    .groupBy(questionDays.department)
  const byDepartment = new Map(rows.map((row) => [row.department, row]))
  const all = byDepartment.get(everybody)
  const [total] = await db.select({ of: count() }).from(documents).where(visibleDocuments(ctx))
  return {
    totalQuestions: all?.questions ?? 0,
    totalDocuments: total?.of ?? 0,
    averageRating: all ? meanRating(all) : null,
    departments: (await loadDepartments(db, ctx)).map((department) => ({
      ...department,
      questionCount: byDepartment.get(department.id)?.questions ?? 0,
    })),
  }
}

export const readInsights: Verb<typeof analyticsApi.readInsights> = (ctx, { query }) =>
  ctx.tx((db) => loadInsights(db, ctx, query))

export async function loadInsights(db: TransactionHandle, ctx: Context, query: Query): Promise<Insights> {
  const period = await loadPeriod(db, ctx, query)
  const department = orEverybody(query.department)
  const figures = await loadFigures(db, ctx, { period, department, by: (table) => halfOf(period, table) })
  const of = (half: string) => figures.get(half) ?? noFigures
  return { period, present: of('present'), previous: of('previous') }
}

export const listDepartmentActivity: Verb<typeof analyticsApi.listDepartmentActivity> = (ctx, { query }) =>
  ctx.tx(async (db) => loadDepartmentActivity(db, ctx, await loadPeriod(db, ctx, query)))

export async function loadDepartmentActivity(
  db: TransactionHandle,
  ctx: Context,
  period: Period,
): Promise<DepartmentActivity[]> {
  const figures = await loadFigures(db, ctx, {
    period,
    by: (table) => sql<string>`${table.department} || ${halfOf(period, table)}`,
  })
  return (await loadDepartments(db, ctx)).map((department) => ({
    ...department,
    figures: figures.get(`${department.id}present`) ?? noFigures,
    previousQuestions: figures.get(`${department.id}previous`)?.questions ?? 0,
  }))
}

/** The departments that exist, by number. */
function loadDepartments(db: TransactionHandle, ctx: Context) {
  const { number: id, name, color } = departments
  return db
    .select({ id, name, color })
    .from(departments)
    .where(own(departments, ctx, eq(departments.isDeleted, false)))
    .orderBy(asc(id))
}
