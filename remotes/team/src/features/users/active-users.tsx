import { type Member, membersApi } from '@portal/contracts/members'
import { countRoles } from '@portal/contracts/role-policy'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { useSession } from '@portal/remote-kit/session'
import { Table } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { useState } from 'react'
import { AssignDepartmentsDialog } from '../people/assign-departments-dialog.tsx'
import { MemberIdentity } from '../people/member-identity.tsx'
import { MembersCard } from '../people/members-card.tsx'
import { memberRules } from './member-rules.ts'
import { UserRow } from './user-row.tsx'

const columns = [
  { label: 'User' },
  { label: 'Role', className: 'w-56' },
  { label: 'Departments' },
  { label: 'Joined', className: 'w-34' },
  { label: 'Actions', isHidden: true, className: 'w-30' },
] as const

interface OpenDialog {
  readonly kind: 'assign' | 'delete'
  readonly member: Member
}

/** Product §2, Active Users: everyone in the organization, with role, departments and removal. */
export function ActiveUsers() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <MembersCard
      title="Active Users"
      words={['user', 'users']}
      all="users"
      emptyHint="Try part of a name, an e-mail address or a role."
      list={(shown, all) => <UserTable shown={shown} all={all} onOpen={setDialog} />}
    >
      {dialog?.kind === 'assign' && <AssignDepartmentsDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteUserDialog member={dialog.member} onClose={close} />}
    </MembersCard>
  )
}

interface UserTableProps {
  readonly shown: readonly Member[]
  readonly all: readonly Member[]
  readonly onOpen: (dialog: OpenDialog) => void
}

function UserTable({ shown, all, onOpen }: UserTableProps) {
  const { person, role } = useSession()
  const table = useFocusAfterRemoval<HTMLTableElement>(all.length)
  const counts = countRoles(all.map((member) => member.role))
  if (!person || !role) return null
  const actor = { id: person.id, role }
  return (
    <Table ref={table} label="Active users" columns={columns}>
      {shown.map((member) => (
        <UserRow
          key={member.id}
          member={member}
          rules={memberRules({ actor, target: member, counts })}
          onAssign={() => onOpen({ kind: 'assign', member })}
          onDelete={() => onOpen({ kind: 'delete', member })}
        />
      ))}
    </Table>
  )
}

/** Asks, in the specified words, before a member is removed (product §6). */
function DeleteUserDialog(props: { readonly member: Member; readonly onClose: () => void }) {
  const { member, onClose } = props
  return (
    <ConfirmAct
      route={membersApi.removeMember}
      input={{ params: { userId: member.id } }}
      refreshes={[membersApi.listMembers.path]}
      success="User deleted successfully"
      failure="Failed to delete user"
      onClose={onClose}
      title="Delete user"
      question="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete user"
    >
      <div className="my-2 rounded-control border border-default px-3 py-2.5">
        <MemberIdentity member={member} />
      </div>
      <p className="text-13 text-secondary">
        They are logged out everywhere and come back only by invitation. What awaits their approval is handed
        to an admin or facilitator, or goes back to its author where none could decide.
      </p>
    </ConfirmAct>
  )
}
