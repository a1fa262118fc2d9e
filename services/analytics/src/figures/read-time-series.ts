import type { analyticsApi, Period, TimePoint, TimeSeries, TimeUnit } from '@portal/contracts/analytics'
import { addDays, addMonths, daysBetween } from '@portal/contracts/calendar-day'
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
  const pointOf = (startsOn: string): TimePoint => ({ startsOn, ...(figures.get(startsOn) ?? noFigures) })
  const steps = stepsOf(period, unit)
  return {
    period,
    unit,
    points: steps.map(pointOf),
    previous: steps.map((step) => pointOf(addDays(step, -lengthOf(period)))),
  }
}

/**
 * The first day of a day's step. One that the period cuts begins with the period; those of the
 * period before are the same, moved back by its length.
 */
function startOf(unit: TimeUnit, period: Period) {
  const { from } = period
  return ({ day }: { readonly day: AnyPgColumn }) => {
    const back = sql`(case when ${day} >= ${from}::date then 0 else ${lengthOf(period)}::int end)`
    return sql`greatest(date_trunc(${unit}, (${day} + ${back})::timestamp)::date, ${from}::date) - ${back}`
  }
}

function lengthOf({ from, previousFrom }: Period): number {
  return daysBetween(previousFrom, from)
}

/** The first days of the steps of a period. */
function stepsOf({ from, to }: Period, unit: TimeUnit): string[] {
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
