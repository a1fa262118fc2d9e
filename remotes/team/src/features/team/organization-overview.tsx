import type { Role } from '@portal/contracts/permissions'
import { Skeleton } from '@portal/ui/skeleton'
import { useDepartments, useMembers } from '../people/queries.ts'
import { JoinFacts } from './join-facts.tsx'

/** Product §2: how many administrators, employees, departments (decision 61), and how to join. */
export function OrganizationOverview() {
  const { data: members, isError: hasNoMembers } = useMembers()
  const { data: departments, isError: hasNoDepartments } = useDepartments()
  const havingRole = (wanted: Role) => members?.filter(({ role }) => role === wanted).length
  // A dash: the list below says why it is missing.
  const figures = [
    { label: 'Administrators', value: havingRole('admin'), isMissing: hasNoMembers },
    { label: 'Employees', value: havingRole('team_member'), isMissing: hasNoMembers },
    { label: 'Departments', value: departments?.length, isMissing: hasNoDepartments },
  ]
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
      {figures.map(({ label, value, isMissing }) => (
        <dl
          key={label}
          className="flex min-w-0 flex-col-reverse justify-center border-subtle p-4 min-[22.5rem]:not-nth-2:border-l max-[22.5rem]:col-span-3 max-[22.5rem]:flex-row max-[22.5rem]:items-baseline max-[22.5rem]:justify-between max-[22.5rem]:py-2 md:px-5 lg:border-l"
        >
          <dt className="truncate text-13 text-secondary max-sm:text-12">{label}</dt>
          <dd className="font-semibold text-24 tabular-nums">
            {value ?? (isMissing ? '–' : <Skeleton className="my-1 h-6 w-8" />)}
          </dd>
        </dl>
      ))}
    </section>
  )
}
