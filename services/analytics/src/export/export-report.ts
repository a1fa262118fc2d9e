import type { AnalyticsReport, analyticsApi, QuestionFigures } from '@portal/contracts/analytics'
import type { RouteInput } from '@portal/contracts/route'
import { csvLine } from '@portal/service-kit/csv-line'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { loadActivities, presentActivities } from '../activity/list-activity.ts'
import { loadAllCovered } from '../coverage/coverage.ts'
import { loadPeriod } from '../figures/period.ts'
import { loadDepartmentActivity, loadInsights } from '../figures/read-figures.ts'
import { loadTimeSeries } from '../figures/read-time-series.ts'
import { loadTrending, loadUnanswered } from '../grouping/list-questions.ts'
import type { Context, Verb } from '../ports.ts'
import { loadRecommendations } from '../recommendations/list-recommendations.ts'

type Query = RouteInput<typeof analyticsApi.exportReport>['query']
type Cells = (string | number | null)[]

/** The lines of a report, the heads of its columns first. */
type Report = (db: TransactionHandle, ctx: Context, query: Query) => Promise<readonly Cells[]>

export const exportReport: Verb<typeof analyticsApi.exportReport> = async (ctx, { params, query }) => {
  const { report } = params
  const lines =
    report === 'activity' ? await activityLines(ctx) : await ctx.tx((db) => reports[report](db, ctx, query))
  const name = `${report}-${new Date().toISOString().slice(0, 10)}.csv`
  ctx.responseHeaders.set('content-type', 'text/csv; charset=utf-8; header=present')
  ctx.responseHeaders.set('content-disposition', `attachment; filename="${name}"`)
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.streamResponse(
    (async function* () {
      yield lines.map(csvLine).join('')
    })(),
  )
}

const figureNames = [
  ...(['questions', 'answered', 'noEvidence', 'rated', 'lowRated'] as const),
  ...(['averageRating', 'answeredShare', 'noEvidenceShare', 'lowRatedShare', 'medianAnswerMs'] as const),
]
const figureCells = (figures: QuestionFigures): Cells => figureNames.map((name) => figures[name])

const reports: Readonly<Record<Exclude<AnalyticsReport, 'activity'>, Report>> = {
  departments: async (db, ctx, query) => {
    const rows = await loadDepartmentActivity(db, ctx, await loadPeriod(db, ctx, query))
    return [
      ['id', 'name', ...figureNames, 'previousQuestions'],
      ...rows.map(({ id, name, figures, previousQuestions }) => [
        ...[id, name],
        ...[...figureCells(figures), previousQuestions],
      ]),
    ]
  },
  'time-series': async (db, ctx, query) => {
    const { points, previous } = await loadTimeSeries(db, ctx, query)
    const line = (half: string) => (point: (typeof points)[number]) => [
      ...[half, point.startsOn],
      ...figureCells(point),
    ]
    return [
      ['period', 'startsOn', ...figureNames],
      ...previous.map(line('previous')),
      ...points.map(line('present')),
    ]
  },
  insights: async (db, ctx, query) => {
    const { period, present, previous } = await loadInsights(db, ctx, query)
    return [
      ['from', ...figureNames],
      [period.previousFrom, ...figureCells(previous)],
      [period.from, ...figureCells(present)],
    ]
  },
  'trending-questions': async (db, ctx, query) =>
    table(await loadTrending(db, ctx, query), [
      ...(['question', 'askCount', 'lastAsked', 'averageRating', 'department'] as const),
    ]),
  'unanswered-questions': async (db, ctx, query) =>
    table(await loadUnanswered(db, ctx, query), [
      ...(['question', 'unansweredCount', 'askCount', 'lastAsked', 'department'] as const),
    ]),
  coverage: async (db, ctx, query) => {
    const covered = await loadAllCovered(db, ctx, query)
    const rows = covered.map((row) => ({ ...row, isOverdue: String(row.isOverdue) }))
    return table(rows, [
      ...(['id', 'title', 'department', 'answers', 'lastCitedOn', 'nextReviewOn', 'isOverdue'] as const),
      ...(['asked', 'outstanding'] as const),
    ])
  },
  recommendations: async (db, ctx) =>
    table(await loadRecommendations(db, ctx), ['priority', 'message'] as const),
}

async function activityLines(ctx: Context): Promise<readonly Cells[]> {
  const rows = await ctx.tx((db) => loadActivities(db, ctx, {}))
  return table(await presentActivities(ctx, rows), ['at', 'actorName', 'phrase', 'subjectName', 'action'])
}

function table<Name extends string>(
  rows: readonly Readonly<Record<Name, string | number | null>>[],
  names: readonly Name[],
): Cells[] {
  return [[...names], ...rows.map((row) => names.map((name) => row[name]))]
}
