import type { MasterUser } from '@portal/contracts/master-admin'
import type { RowSearch } from '@portal/remote-kit/use-row-search'
import { counted } from '@portal/ui/counted'
import { EmptyState } from '@portal/ui/empty-state'
import { MoreRows } from '@portal/ui/more-rows'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Table } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { Users } from 'lucide-react'
import { UserRow } from './user-row.tsx'

const columns = [
  { label: 'User' },
  { label: 'ID', className: 'w-[22%]' },
  { label: 'Organization', className: 'w-[18%]' },
  { label: 'Role', className: 'w-28' },
  { label: 'Actions', isHidden: true, className: 'w-58' },
] as const

export interface UserTableProps extends RowSearch<MasterUser> {
  readonly total: number
  readonly onDelete: (user: MasterUser) => void
  readonly onRenew: (user: MasterUser) => void
}

/** The people found, or why the list is empty. */
export function UserTable({ total, text, found, shown, showMore, onDelete, onRenew }: UserTableProps) {
  const table = useFocusAfterRemoval<HTMLTableElement>(total)
  if (total === 0)
    return (
      <EmptyState icon={<Users />} title="No Users Found" description="No users have been created yet." />
    )
  return (
    <>
      <p role="status" className="sr-only">
        {counted(found.length, 'user')}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={`Nobody matches "${text}"`}
          description="Try part of a name, an e-mail address, an ID, an organization or a role."
        />
      ) : (
        <div className="rounded-card border border-default bg-panel">
          <Table ref={table} label="Users" columns={columns}>
            {shown.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                onDelete={() => onDelete(user)}
                onRenew={() => onRenew(user)}
              />
            ))}
          </Table>
        </div>
      )}
      <MoreRows shown={shown.length} found={found.length} what="users" onMore={showMore} />
    </>
  )
}

export function UsersSkeleton() {
  return (
    <SkeletonList label="Loading users" count={5} className="rounded-card border border-default bg-panel">
      <div className="flex items-center gap-3 border-subtle border-t px-4 py-3 first:border-t-0">
        <Skeleton className="h-8 w-8 shrink-0 rounded-pill" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-2.5 w-3/5" />
        </div>
      </div>
    </SkeletonList>
  )
}
