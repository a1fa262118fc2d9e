import type { Member } from '@portal/contracts/members'
import { standingOf } from '@portal/contracts/role-policy'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useSession } from '@portal/remote-kit/session'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { SearchField } from '@portal/ui/search-field'
import { Table } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { useState } from 'react'
import { AssignDepartmentsDialog } from '../people/assign-departments-dialog.tsx'
import { MembersSkeleton } from '../people/members-skeleton.tsx'
import { MoreMembers } from '../people/more-members.tsx'
import { useMembers } from '../people/queries.ts'
import { useMemberSearch } from '../people/use-member-search.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { memberRules } from './member-rules.ts'
import { UserRow } from './user-row.tsx'

const columns = [
  { label: 'User' },
  { label: 'Role', className: 'w-56' },
  { label: 'Departments' },
  { label: 'Joined', className: 'w-34' },
  { label: 'Actions', isHidden: true, className: 'w-30' },
] as const

/** What the page does about one member. */
interface OpenDialog {
  readonly kind: 'assign' | 'delete'
  readonly member: Member
}

/** Specification §2, Active Users: everyone in the organization, with role, departments and removal for those who may. */
export function ActiveUsers() {
  const members = useMembers()
  const search = useMemberSearch(members.data ?? [])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <Card
      title="Active Users"
      count={members.data?.length}
      flush
      aside={
        search.hasSearch && (
          <SearchField
            className="w-full sm:w-56"
            label="Search users"
            placeholder="Search users"
            value={search.text}
            onValueChange={search.setText}
          />
        )
      }
    >
      {members.isPending && <MembersSkeleton label="Loading users" />}
      {members.error && (
        <div className="p-4">
          <ReadFailure title="The users could not be loaded" query={members} />
        </div>
      )}
      {members.data && <UserTable all={members.data} {...search} onOpen={setDialog} />}
      {dialog?.kind === 'assign' && <AssignDepartmentsDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteUserDialog member={dialog.member} onClose={close} />}
    </Card>
  )
}

interface UserTableProps extends ReturnType<typeof useMemberSearch> {
  readonly all: readonly Member[]
  readonly onOpen: (dialog: OpenDialog) => void
}

function UserTable({ all, text, found, shown, showMore, onOpen }: UserTableProps) {
  const { person, role } = useSession()
  const table = useFocusAfterRemoval<HTMLTableElement>(all.length)
  const standing = standingOf(all.map((member) => member.role))
  if (!person || !role) return null
  const actor = { id: person.id, role }
  return (
    <>
      <p role="status" className="sr-only">
        {found.length === 1 ? '1 user' : `${found.length} users`}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={`Nobody matches "${text}"`}
          description="Try part of a name, an e-mail address or a role."
        />
      ) : (
        <Table ref={table} label="Active users" columns={columns}>
          {shown.map((member) => (
            <UserRow
              key={member.id}
              member={member}
              rules={memberRules({ actor, target: member, standing })}
              onAssign={() => onOpen({ kind: 'assign', member })}
              onDelete={() => onOpen({ kind: 'delete', member })}
            />
          ))}
        </Table>
      )}
      <MoreMembers shown={shown.length} found={found.length} onMore={showMore} />
    </>
  )
}
