import type { AuditEntry } from '@portal/contracts/audit'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Table } from '@portal/ui/table'
import { ScrollText } from 'lucide-react'
import { AuditRow } from './audit-row.tsx'
import type { AuditFilter, Trail } from './use-audit-filter.ts'

export interface AuditListProps {
  readonly trail: Trail
  readonly filter: AuditFilter
  /** The organization's name of an entry, where entries of several are listed. */
  readonly organizationOf?: (entry: AuditEntry) => string
}

export function AuditList({ trail, filter, organizationOf }: AuditListProps) {
  const entries = trail.data?.pages.flat() ?? []
  return (
    <>
      {trail.isPending && <AuditSkeleton />}
      {trail.error && <ReadFailure title="The audit trail could not be loaded" query={trail} />}
      {trail.data && entries.length === 0 && <NothingFound filter={filter} />}
      {entries.length > 0 && (
        <div className="overflow-hidden rounded-card border border-default bg-panel">
          <Table label="Audit trail" columns={columnsOf(organizationOf !== undefined)}>
            {entries.map((entry) => (
              <AuditRow
                key={entry.id}
                entry={entry}
                {...(organizationOf ? { organization: organizationOf(entry) } : {})}
              />
            ))}
          </Table>
        </div>
      )}
      {trail.hasNextPage && (
        <Button
          className="self-center"
          busy={trail.isFetchingNextPage}
          onClick={() => void trail.fetchNextPage()}
        >
          {trail.isFetchingNextPage ? 'Loading...' : 'Load more'}
        </Button>
      )}
    </>
  )
}

function columnsOf(hasOrganization: boolean) {
  return [
    { label: 'Action' },
    { label: 'Person', className: 'w-48' },
    ...(hasOrganization ? [{ label: 'Organization', className: 'w-44' }] : []),
    { label: 'Outcome', className: 'w-32' },
    { label: 'When', className: 'w-44' },
  ]
}

function NothingFound({ filter }: { readonly filter: AuditFilter }) {
  if (!filter.isFiltering)
    return (
      <EmptyState
        icon={<ScrollText />}
        title="Nothing recorded yet"
        description="What people do here, and what they are refused, appears within a second."
      />
    )
  return (
    <EmptyState
      icon={<ScrollText />}
      title="No entry matches"
      description="Nothing in the trail fits what you are looking for."
      action={<Button onClick={filter.clear}>Clear filters</Button>}
    />
  )
}

function AuditSkeleton() {
  return (
    <SkeletonList
      label="Loading the audit trail"
      count={6}
      className="rounded-card border border-default bg-panel"
    >
      <div className="flex h-14.5 items-center gap-4 border-subtle border-t px-4 first:border-t-0">
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-2.5 w-1/4" />
        </div>
        <Skeleton className="h-5 w-20" />
      </div>
    </SkeletonList>
  )
}
