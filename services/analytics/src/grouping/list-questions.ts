import {
  type analyticsApi,
  periodDaysDefault,
  questionGroupsMax,
  type TrendingQuestion,
  type UnansweredQuestion,
} from '@portal/contracts/analytics'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, desc, eq, gt, gte, type SQL } from 'drizzle-orm'
import { departments } from '../facts/facts-schema.ts'
import { everybody } from '../figures/figures-schema.ts'
import { meanRating } from '../figures/load-figures.ts'
import { loadOrganization } from '../figures/period.ts'
import type { Context, Verb } from '../ports.ts'
import { groupFigures } from './groups-schema.ts'

interface Filter {
  readonly department?: number | undefined
}

export const listTrendingQuestions: Verb<typeof analyticsApi.listTrendingQuestions> = (ctx, { query }) =>
  ctx.tx((db) => loadTrending(db, ctx, query))

export const listUnansweredQuestions: Verb<typeof analyticsApi.listUnansweredQuestions> = (ctx, { query }) =>
  ctx.tx((db) => loadUnanswered(db, ctx, query))

export async function loadTrending(
  db: TransactionHandle,
  ctx: Context,
  filter: Filter,
): Promise<TrendingQuestion[]> {
  const rows = await loadGroups(db, ctx, { filter, order: [desc(groupFigures.asked)] })
  return rows.map(present)
}

/** Most often without an answer first. */
export async function loadUnanswered(
  db: TransactionHandle,
  ctx: Context,
  filter: Filter,
): Promise<UnansweredQuestion[]> {
  const { unanswered } = groupFigures
  const which = { filter, order: [desc(unanswered)], where: gt(unanswered, 0) }
  const rows = await loadGroups(db, ctx, which)
  return rows.map((row) => ({ ...present(row), unansweredCount: row.figures.unanswered }))
}

interface Which {
  readonly filter: Filter
  readonly order: readonly SQL[]
  readonly where?: SQL
}

/** Groups that enough people asked for others to see them (decisions 33 and 73). */
async function loadGroups(db: TransactionHandle, ctx: Context, { filter, order, where }: Which) {
  const { askersMin } = await loadOrganization(db, ctx)
  const { department, askers, lastAskedAt, question, groupId, departmentNumber } = groupFigures
  const since = new Date(Date.now() - periodDaysDefault * 86_400_000)
  const isShown = and(gte(askers, askersMin), gte(lastAskedAt, since), where)
  const isPresent = eq(departments.isDeleted, false)
  const ofDepartment = own(departments, groupFigures, eq(departments.number, departmentNumber), isPresent)
  return db
    .select({ figures: groupFigures, department: departments.name })
    .from(groupFigures)
    .leftJoin(departments, ofDepartment)
    .where(own(groupFigures, ctx, eq(department, filter.department ?? everybody), isShown))
    .orderBy(...order, desc(lastAskedAt), question, groupId)
    .limit(questionGroupsMax)
}

type Row = Awaited<ReturnType<typeof loadGroups>>[number]

function present({ figures, department }: Row): TrendingQuestion {
  return {
    id: figures.groupId,
    question: figures.question,
    askCount: figures.asked,
    lastAsked: figures.lastAskedAt.toISOString(),
    averageRating: meanRating(figures),
    department,
    departmentId: department === null ? null : figures.departmentNumber,
  }
}
