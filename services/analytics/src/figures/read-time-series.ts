import type {
  analyticsApi,
  Period,
  QuestionFigures,
  TimePoint,
  TimeSeries,
  TimeUnit,
} from '@portal/contracts/analytics'
import { addDays, addMonths } from '@portal/contracts/calendar-day'
import type { RouteInput } from '@portal/contracts/route'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Context, Verb } from '../ports.ts'
import { loadFigures, noFigures, orEverybody } from './load-figures.ts'
import { loadPeriod } from './period.ts'

type Query = RouteInput<typeof analyticsApi.readTimeSeries>['query']

export const readTimeSeries: Verb<typeof analyticsApi.readTimeSeries> = (ctx, { query }) =>
  ctx.tx((db) => loadTimeSeries(db, ctx, query))

export async function loadTimeSeries(db: TransactionHandle, ctx: Context, query: Query): Promise<TimeSeries> {
  const period = await loadPeriod(db, ctx, query)
  const { unit } = query
  const figures = await loadFigures(db, ctx, {
    period,
    department: orEverybody(query.department),
    by: unit === 'day' ? 'day' : startOf(unit, period),
  })
  const previousTo = addDays(period.from, -1)
  return {
    period,
    unit,
    points: pointsOf({ from: period.from, to: period.to }, unit, figures),
    previous: pointsOf({ from: period.previousFrom, to: previousTo }, unit, figures),
  }
}

/** The first day of a day's step. One that the period cuts begins with the period. */
function startOf(unit: TimeUnit, { from, previousFrom }: Period) {
  return ({
    day,
  }: {
    readonly day: AnyPgColumn
  }) => sql`greatest(date_trunc(${unit}, ${day}::timestamp)::date,
    case when ${day} >= ${from}::date then ${from}::date else ${previousFrom}::date end)`
}

function pointsOf(
  days: Pick<Period, 'from' | 'to'>,
  unit: TimeUnit,
  figures: ReadonlyMap<string, QuestionFigures>,
): TimePoint[] {
  return stepsOf(days, unit).map((startsOn) => ({ startsOn, ...(figures.get(startsOn) ?? noFigures) }))
}

/** The first days of the steps between two days. */
export function stepsOf({ from, to }: Pick<Period, 'from' | 'to'>, unit: TimeUnit): string[] {
  const steps: string[] = []
  for (let day = from; day <= to; day = nextStep(day, unit)) steps.push(day)
  return steps
}

function nextStep(day: string, unit: TimeUnit): string {
  if (unit === 'day') return addDays(day, 1)
  if (unit === 'month') return addMonths(`${day.slice(0, 7)}-01`, 1)
  // Sunday is day 0; weeks begin on Monday.
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, 7 - weekday)
}
