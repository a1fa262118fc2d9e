import type { MasterOrganization } from '@portal/contracts/master-admin'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { type RowSearch, useRowSearch } from '@portal/remote-kit/use-row-search'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import { listSize, useOrganizations } from '../page/queries.ts'
import { byMost, byText, type RowOrder, RowOrderField, useRowOrder } from '../page/row-order.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { AddOrganizationDialog, DeleteOrganizationDialog } from './organization-dialogs.tsx'

const orders: readonly RowOrder<MasterOrganization>[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name', compare: byText(({ name }) => name) },
  { value: 'users', label: 'Most users', compare: byMost(({ userCount }) => userCount) },
  { value: 'documents', label: 'Most documents', compare: byMost(({ stats }) => stats.totalDocuments) },
  { value: 'questions', label: 'Most questions', compare: byMost(({ stats }) => stats.totalQuestions) },
]

const wordsOf = ({ id, name, code }: MasterOrganization) => `${name} ${code} #${id}`

/** Product §2: every organization as a card, with creation and deletion. */
export function OrganizationsTab() {
  const organizations = useOrganizations()
  const { data = [] } = organizations
  const order = useRowOrder(data, orders)
  const search = useRowSearch(order.rows, { wordsOf, ...listSize })
  const [isAdding, setAdding] = useState(false)
  useOpenedByAddress('new-organization', () => setAdding(true))
  const [deleted, setDeleted] = useState<MasterOrganization | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 max-lg:flex-col-reverse max-lg:items-stretch">
        {search.hasSearch && (
          <div className="flex flex-wrap items-center gap-2">
            <RowSearchField search={search} label="Search organizations" className="w-full sm:w-64" />
            <RowOrderField field={order.field} />
          </div>
        )}
        <Button variant="primary" className="max-sm:w-full sm:ml-auto" onClick={() => setAdding(true)}>
          <Plus className="size-4" />
          Add Organization
        </Button>
      </div>
      {organizations.isPending && <OrganizationsSkeleton />}
      <ReadFailure title="The organizations could not be loaded" query={organizations} />
      {organizations.data && <OrganizationList all={data} search={search} onDelete={setDeleted} />}
      {isAdding && <AddOrganizationDialog onClose={() => setAdding(false)} />}
      {deleted && <DeleteOrganizationDialog organization={deleted} onClose={() => setDeleted(null)} />}
    </div>
  )
}

interface OrganizationListProps {
  readonly all: readonly MasterOrganization[]
  readonly search: RowSearch<MasterOrganization>
  readonly onDelete: (organization: MasterOrganization) => void
}

function OrganizationList({ all, search, onDelete }: OrganizationListProps) {
  const list = useFocusAfterRemoval<HTMLUListElement>(all.length)
  if (all.length === 0)
    return (
      <EmptyState
        icon={<Building2 />}
        title="No Organizations Found"
        description="No organizations have been created yet."
      />
    )
  return (
    <FoundRows
      search={search}
      words={['organization', 'organizations']}
      nothing="No organization matches"
      hint="Try part of a name, a 6-letter ID or a number."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Organizations"
        className="grid gap-4 outline-none lg:grid-cols-2"
      >
        {search.shown.map((organization) => (
          <li key={organization.id} className="flex min-w-0">
            <OrganizationCard organization={organization} onDelete={() => onDelete(organization)} />
          </li>
        ))}
      </ul>
    </FoundRows>
  )
}

function OrganizationsSkeleton() {
  return (
    <SkeletonList label="Loading organizations" count={4} className="grid gap-4 lg:grid-cols-2">
      <div className="flex h-57 flex-col gap-3 rounded-card border border-default bg-panel p-4">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="mt-2 h-10" />
        <Skeleton className="mt-2 h-10" />
      </div>
    </SkeletonList>
  )
}
