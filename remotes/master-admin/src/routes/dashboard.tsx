import type { MasterOrganization } from '@portal/contracts/master-admin'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { Skeleton } from '@portal/ui/skeleton'
import { Tabs } from '@portal/ui/tabs'
import { Building2, Files, Star, Users } from 'lucide-react'
import { PlatformHealth } from '../features/operations/platform-health.tsx'
import { OrganizationsTab } from '../features/organizations/organizations-tab.tsx'
import { MasterPage } from '../features/page/master-page.tsx'
import { useOrganizations, useUsers } from '../features/page/queries.ts'
import { UsersTab } from '../features/users/users-tab.tsx'

/** Product §2, Master Admin. */
export function Screen() {
  return (
    <MasterPage title="Master Admin Dashboard" subtitle="Global overview of all organizations and users">
      <SummaryCards />
      <PlatformHealth />
      <Lists />
    </MasterPage>
  )
}

/** The two tabs; the address keeps the open one, and a search belongs to one tab. */
function Lists() {
  const [search, setSearch] = useSearchParams()
  const { data: organizations } = useOrganizations()
  const { data: users } = useUsers()
  const open = (tab: string) =>
    setSearch(new URLSearchParams(tab === 'users' ? { tab } : {}), { replace: true })
  return (
    <Tabs
      label="Organizations and users"
      value={search.get('tab') === 'users' ? 'users' : 'organizations'}
      onValueChange={open}
      items={[
        {
          value: 'organizations',
          label: 'Organizations',
          count: organizations?.length,
          content: <OrganizationsTab />,
        },
        { value: 'users', label: 'Users', count: users?.length, content: <UsersTab /> },
      ]}
    />
  )
}

/** Product §2: four figures over all organizations. The lists below say why one is missing. */
function SummaryCards() {
  const { data: organizations, isError: hasNoOrganizations } = useOrganizations()
  const { data: users, isError: hasNoUsers } = useUsers()
  const documents = organizations?.reduce((sum, { stats }) => sum + stats.totalDocuments, 0)
  const rating = organizations && averageRatingText(organizations)
  const figures = [
    {
      icon: Building2,
      label: 'Total Organizations',
      value: figure(organizations?.length),
      isMissing: hasNoOrganizations,
    },
    { icon: Users, label: 'Total Users', value: figure(users?.length), isMissing: hasNoUsers },
    { icon: Files, label: 'Total Documents', value: figure(documents), isMissing: hasNoOrganizations },
    { icon: Star, label: 'Average Rating', value: rating, isMissing: hasNoOrganizations },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {figures.map(({ icon: Icon, label, value, isMissing }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col gap-1 rounded-card border border-default bg-panel p-4"
        >
          <dt className="flex min-w-0 items-start justify-between gap-2 text-13 text-secondary max-sm:text-12">
            {label}
            <Icon className="size-4 shrink-0 text-tertiary" />
          </dt>
          <dd className="mt-auto font-semibold text-24 tabular-nums">
            {value ?? (isMissing ? '–' : <Skeleton className="my-1 h-6 w-12" />)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const figure = (count: number | undefined) => count?.toLocaleString('en')

/** The mean of the organizations' averages, one decimal; 0 without ratings (decision 32). */
function averageRatingText(organizations: readonly MasterOrganization[]): string {
  const averages = organizations.flatMap(({ stats }) => stats.averageRating ?? [])
  if (averages.length === 0) return '0'
  return (averages.reduce((sum, average) => sum + average, 0) / averages.length).toFixed(1)
}
