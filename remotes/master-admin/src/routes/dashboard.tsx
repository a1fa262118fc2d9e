import { useSearchParams } from '@portal/remote-kit/navigation'
import { Tabs } from '@portal/ui/tabs'
import { OrganizationsTab } from '../features/organizations/organizations-tab.tsx'
import { MasterPage } from '../features/page/master-page.tsx'
import { useOrganizations, useUsers } from '../features/page/queries.ts'
import { SummaryCards } from '../features/summary/summary-cards.tsx'
import { UsersTab } from '../features/users/users-tab.tsx'

/** Product §2, Master Admin. */
export function Screen() {
  return (
    <MasterPage title="Master Admin Dashboard" subtitle="Global overview of all organizations and users">
      <SummaryCards />
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
