import type { MasterOrganization } from '@portal/contracts/master-admin'
import { Skeleton } from '@portal/ui/skeleton'
import { Building2, Files, type LucideIcon, Star, Users } from 'lucide-react'
import { useOrganizations, useUsers } from '../page/queries.ts'

/** Product §2: four figures over all organizations. */
export function SummaryCards() {
  const { data: organizations, isError: hasNoOrganizations } = useOrganizations()
  const { data: users, isError: hasNoUsers } = useUsers()
  const documents = organizations?.reduce((sum, { stats }) => sum + stats.totalDocuments, 0)
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <Figure
        icon={Building2}
        label="Total Organizations"
        value={organizations?.length}
        isMissing={hasNoOrganizations}
      />
      <Figure icon={Users} label="Total Users" value={users?.length} isMissing={hasNoUsers} />
      <Figure icon={Files} label="Total Documents" value={documents} isMissing={hasNoOrganizations} />
      <Figure
        icon={Star}
        label="Average Rating"
        value={organizations && averageRatingText(organizations)}
        isMissing={hasNoOrganizations}
      />
    </dl>
  )
}

interface FigureProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly value: number | string | undefined
  /** The figure could not be read; the list below says why. */
  readonly isMissing: boolean
}

function Figure({ icon: Icon, label, value, isMissing }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-default bg-panel p-4">
      <dt className="flex min-w-0 items-start justify-between gap-2 text-13 text-secondary max-sm:text-12">
        {label}
        <Icon className="size-4 shrink-0 text-tertiary" />
      </dt>
      <dd className="mt-auto font-semibold text-24 tabular-nums">
        {value ?? (isMissing ? '–' : <Skeleton className="my-1.5 h-6 w-12" />)}
      </dd>
    </div>
  )
}

/**
 * The mean of the organizations' averages, one decimal; 0 without ratings (product §2, decision
 * 32).
 */
function averageRatingText(organizations: readonly MasterOrganization[]): string {
  const averages = organizations.flatMap(({ stats }) => stats.averageRating ?? [])
  if (averages.length === 0) return '0'
  return (averages.reduce((sum, average) => sum + average, 0) / averages.length).toFixed(1)
}
