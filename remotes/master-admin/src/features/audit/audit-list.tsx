import type { AuditEntry } from '@portal/contracts/audit'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
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
  // The rows of the filter before stay until those of this one come; that it had none says nothing.
  const isStillFinding = trail.isPlaceholderData
  return (
    <>
      {(trail.isPending || (isStillFinding && entries.length === 0)) && (
        <RowsSkeleton
          label="Loading the audit trail"
          count={6}
          rowClass="h-14.5 gap-4"
          lines={['w-2/5', 'w-1/4']}
          end="h-5 w-20"
          isFramed
        />
      )}
      <ReadFailure title="The audit trail could not be loaded" query={trail} />
      {trail.data && !isStillFinding && entries.length === 0 && <NothingFound filter={filter} />}
      {entries.length > 0 && (
        <div
          aria-busy={isStillFinding}
          className="overflow-hidden rounded-card border border-default bg-panel aria-busy:opacity-60"
        >
          <Table label="Audit trail" columns={columnsOf(organizationOf !== undefined)}>
            {entries.map((entry) => (
              <AuditRow
                key={entry.id}
                entry={entry}
                onPerson={(personId) => filter.choose('actor', personId)}
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
    { label: 'What happened' },
    ...(hasOrganization ? [{ label: 'Organization', className: 'w-44' }] : []),
    { label: 'Outcome', className: 'w-32' },
    { label: 'When', className: 'w-52' },
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
      description="No entry matches what you are looking for."
      action={<Button onClick={filter.clear}>Clear filters</Button>}
    />
  )
}
