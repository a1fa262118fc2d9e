import { Skeleton } from '@portal/ui/skeleton'
import { useDepartments, useMembers } from '../people/queries.ts'
import { JoinFacts } from './join-facts.tsx'

/**
 * Product §2: numbers of administrators, employees and departments (decision 61), and how to join.
 */
export function OrganizationOverview() {
  const { data: members, isError: hasNoMembers } = useMembers()
  const { data: departments, isError: hasNoDepartments } = useDepartments()
  return (
    <section
      aria-labelledby="overview-heading"
      className="grid grid-cols-3 rounded-card border border-default bg-panel lg:grid-cols-[minmax(0,1.8fr)_repeat(3,minmax(0,1fr))]"
    >
      <div className="col-span-3 flex min-w-0 flex-col gap-3 border-subtle p-4 max-lg:border-b md:px-5 lg:col-span-1">
        <h2 id="overview-heading" className="font-semibold text-14">
          Organization Overview
        </h2>
        <JoinFacts />
      </div>
      <Figure
        label="Administrators"
        value={members?.filter(({ role }) => role === 'admin').length}
        isMissing={hasNoMembers}
      />
      <Figure
        label="Employees"
        value={members?.filter(({ role }) => role === 'team_member').length}
        isMissing={hasNoMembers}
      />
      <Figure label="Departments" value={departments?.length} isMissing={hasNoDepartments} />
    </section>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: number | undefined
  /** The figure could not be read; the list below says why. */
  readonly isMissing: boolean
}

function Figure({ label, value, isMissing }: FigureProps) {
  return (
    <dl className="flex min-w-0 flex-col-reverse justify-center border-subtle p-4 not-nth-2:border-l md:px-5 lg:border-l">
      <dt className="truncate text-13 text-secondary max-sm:text-12">{label}</dt>
      <dd className="font-semibold text-24 tabular-nums">
        {value ?? (isMissing ? '–' : <Skeleton className="my-1 h-6 w-8" />)}
      </dd>
    </dl>
  )
}
