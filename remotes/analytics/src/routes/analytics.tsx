import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { LinkTarget } from '../features/cards/link-target.tsx'
import { CoverageCard } from '../features/coverage/coverage-card.tsx'
import { DepartmentsCard } from '../features/departments/departments-card.tsx'
import { ExportMenu } from '../features/export/export-menu.tsx'
import { StatCards } from '../features/figures/stat-cards.tsx'
import { InsightsCard } from '../features/insights/insights-card.tsx'
import { PeriodControls } from '../features/period/period-controls.tsx'
import { usePeriod } from '../features/period/use-period.ts'
import { TrendingCard } from '../features/questions/trending-card.tsx'
import { UnansweredCard } from '../features/questions/unanswered-card.tsx'
import { RecommendationsCard } from '../features/recommendations/recommendations-card.tsx'
import { SeriesCard } from '../features/series/series-card.tsx'

/** What people ask, how well the documents answer, and what to do next. */
export function Screen() {
  const period = usePeriod()
  const { settings, department } = period
  return (
    <div
      data-in-order
      className="mx-auto flex w-full max-w-content flex-col gap-4 px-gutter py-6 md:gap-6 md:py-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="font-semibold text-20">Analytics</h1>
          <p className="mt-1 text-13 text-secondary">
            What people ask, how well the documents answer, and what to do next.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-lg:w-full">
          <PeriodControls period={period} />
          <ExportMenu period={period} />
        </div>
      </header>
      <StatCards />
      <ReadFailure title="The time zone of the organization could not be loaded" query={settings} />
      {settings.isPending && (
        <SkeletonList label="Loading the period" count={2} className="flex flex-col gap-4">
          <Skeleton className="h-82 w-full rounded-card" />
        </SkeletonList>
      )}
      {settings.data && (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
            <SeriesCard period={period} />
            <InsightsCard period={period} />
          </div>
          <DepartmentsCard period={period} />
        </>
      )}
      <TrendingCard department={department} />
      <LinkTarget id="unanswered">
        <UnansweredCard department={department} />
      </LinkTarget>
      <RecommendationsCard />
      {settings.data && (
        <LinkTarget id="coverage">
          <CoverageCard period={period} />
        </LinkTarget>
      )}
    </div>
  )
}
