import { analyticsApi, type TimePoint, type TimeSeries, type TimeUnit } from '@portal/contracts/analytics'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { ChartColumn, ChartLine, Table2 } from 'lucide-react'
import { useState } from 'react'
import { ReadCard } from '../cards/read-card.tsx'
import { changeText, dayText, numberText, shareText } from '../figures/figure-words.ts'
import type { ChosenPeriod } from '../period/use-period.ts'
import { FiguresTable } from './figures-table.tsx'
import { LineChart } from './line-chart.tsx'

const titles: Readonly<Record<TimeUnit, string>> = {
  day: 'Questions per day',
  week: 'Questions per week',
  month: 'Questions per month',
}

/** Questions over time beside the period before, as a chart or as its table. */
export function SeriesCard({ period }: { readonly period: ChosenPeriod }) {
  const { unit } = period
  const query = useRouteQuery(analyticsApi.readTimeSeries, { query: { ...period.query, unit } })
  const [isTable, setTable] = useState(false)
  // Until the figures are known a chart is expected, and its frame does not move when it comes.
  const mayDraw = query.data ? isAsked(query.data) : !query.error
  return (
    <ReadCard
      title={titles[unit]}
      query={query}
      what="the questions over time"
      rowClass="h-12 gap-4"
      aside={!isTable && mayDraw && <Legend />}
      footer={
        mayDraw && (
          <Button variant="ghost" size="sm" className="-ml-2.5" onClick={() => setTable(!isTable)}>
            {isTable ? (
              <ChartLine aria-hidden="true" className="size-4" />
            ) : (
              <Table2 aria-hidden="true" className="size-4" />
            )}
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )
      }
    >
      {(series) => <Series series={series} isTable={isTable} />}
    </ReadCard>
  )
}

function Series({ series, isTable }: { readonly series: TimeSeries; readonly isTable: boolean }) {
  const { points, previous, unit } = series
  const asked = sumOf(points)
  const before = sumOf(previous)
  if (!isAsked(series))
    return (
      <EmptyState
        icon={<ChartColumn />}
        title="No questions yet"
        description="What people ask in this period and in the one before is drawn here."
      />
    )
  if (isTable)
    return (
      <FiguresTable
        label={titles[unit]}
        columns={['From', 'Asked', 'No evidence', 'Answered', 'Before']}
        rows={points.map((point, at) => [
          // On two lines at most.
          dayText(point.startsOn, true).replace(' ', '\u00a0'),
          numberText(point.questions),
          numberText(point.noEvidence),
          shareText(point.answeredShare),
          numberText(previous[at]?.questions ?? 0),
        ])}
      />
    )
  return (
    <>
      <p className="px-4 pt-3 text-13 text-secondary tabular-nums">
        <b className="font-semibold text-primary">{numberText(asked)}</b> asked, {numberText(before)} in the
        period before{before > 0 && ` (${changeText(asked, before)})`}
      </p>
      <LineChart
        label={`${titles[unit]}: ${asked} in all, ${before} in the period before. The table has every figure.`}
        points={points}
        previous={previous}
      />
    </>
  )
}

const lines = [
  { words: 'Asked', look: 'border-t-2 border-solid [border-color:var(--chart-1)]' },
  { words: 'No evidence', look: 'border-t-2 border-dashed [border-color:var(--chart-3)]' },
  { words: 'Period before', look: 'border-t-2 border-dotted [border-color:var(--text-tertiary)]' },
] as const

function Legend() {
  return (
    <ul aria-label="Lines of the chart" className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-secondary">
      {lines.map(({ words, look }) => (
        <li key={words} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`w-4 ${look}`} />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** Whether there is a question to draw, in the period or in the one before. */
function isAsked({ points, previous }: TimeSeries): boolean {
  return sumOf(points) + sumOf(previous) > 0
}

function sumOf(points: readonly TimePoint[]): number {
  return points.reduce((sum, { questions }) => sum + questions, 0)
}
