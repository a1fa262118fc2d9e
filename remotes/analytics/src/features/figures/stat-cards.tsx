import { type AnalyticsStats, analyticsApi } from '@portal/contracts/analytics'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { RatingDisplay } from '@portal/ui/rating-display'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Building2, CircleHelp, Files, Star } from 'lucide-react'
import type { ReactNode } from 'react'

const number = new Intl.NumberFormat('en-US')
const grid = 'grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4'

interface StatCardsProps {
  /** More about the questions than that they are all of them. */
  readonly questionsNote?: ReactNode
}

/** The four figures of the organization (product §2), on the dashboard and above the analytics. */
export function StatCards({ questionsNote = 'Asked so far' }: StatCardsProps) {
  const stats = useRouteQuery(analyticsApi.readStats, {})
  if (stats.isPending)
    return (
      <SkeletonList label="Loading the figures" count={4} className={grid}>
        <Skeleton className="h-27.5 rounded-card" />
      </SkeletonList>
    )
  if (!stats.data) return <ReadFailure title="The figures could not be loaded" query={stats} />
  const { totalQuestions, totalDocuments, averageRating, departments } = stats.data
  return (
    <dl aria-label="Figures" className={grid}>
      <Stat label="Total Questions" icon={<CircleHelp />} note={questionsNote}>
        {number.format(totalQuestions)}
      </Stat>
      <Stat label="Documents" icon={<Files />} note={totalDocuments === 0 ? 'None yet' : 'That you may see'}>
        {number.format(totalDocuments)}
      </Stat>
      <Stat
        label="Avg Rating"
        icon={<Star />}
        note={averageRating === null ? 'No answer was rated yet' : 'Of all rated answers'}
      >
        <RatingDisplay value={averageRating} />
      </Stat>
      <Stat label="Departments" icon={<Building2 />} note={departmentsNote(departments)}>
        {number.format(departments.length)}
      </Stat>
    </dl>
  )
}

function departmentsNote(departments: AnalyticsStats['departments']): string {
  const asking = departments.filter(({ questionCount }) => questionCount > 0).length
  return asking === 0 ? 'None has asked yet' : `${asking} of ${departments.length} asked something`
}

interface StatProps {
  readonly label: string
  readonly icon: ReactNode
  readonly note: ReactNode
  readonly children: ReactNode
}

function Stat({ label, icon, note, children }: StatProps) {
  return (
    <div className="flex min-h-27.5 min-w-0 flex-col gap-1 rounded-card border border-default bg-panel p-3 md:p-4">
      <dt className="flex items-center gap-2 text-13 text-secondary [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-tertiary">
        {icon}
        {label}
      </dt>
      <dd className="flex flex-col gap-1">
        <span className="font-semibold text-20 tabular-nums md:text-24">{children}</span>
        <span className="text-12 text-tertiary">{note}</span>
      </dd>
    </div>
  )
}
