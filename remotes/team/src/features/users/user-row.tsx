import { type Member, membersApi } from '@portal/contracts/members'
import { type Role, roleLabels } from '@portal/contracts/permissions'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { useCan } from '@portal/remote-kit/session'
import { DeleteButton } from '@portal/ui/delete-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { Select } from '@portal/ui/select'
import { TableCell, TableRow } from '@portal/ui/table'
import type { KeyboardEvent } from 'react'
import { AssignDepartmentsButton } from '../people/assign-departments-dialog.tsx'
import { MemberDepartments, MemberIdentity } from '../people/member-identity.tsx'
import { memberName } from '../people/queries.ts'
import type { MemberRules } from './member-rules.ts'

interface UserRowProps {
  readonly member: Member
  readonly rules: MemberRules
  readonly onAssign: () => void
  readonly onDelete: () => void
}

export function UserRow({ member, rules, onAssign, onDelete }: UserRowProps) {
  const canDelete = useCan(membersApi.removeMember)
  const canChange = useCan(membersApi.changeRole)
  return (
    <TableRow>
      <TableCell isWide={canChange}>
        <MemberIdentity member={member} />
      </TableCell>
      <TableCell className={canChange ? '@max-table:order-3' : '@max-table:justify-self-end'}>
        <RoleChoice member={member} rules={rules} />
      </TableCell>
      <TableCell isWide>
        <span className="flex flex-wrap items-center gap-x-4">
          <span className="flex min-w-0 items-center gap-1">
            <MemberDepartments member={member} />
            <AssignDepartmentsButton member={member} onOpen={onAssign} />
          </span>
          <span className="shrink-0 max-sm:w-full sm:ml-auto whitespace-nowrap text-12 text-tertiary @table:hidden">
            Joined <RelativeTime at={member.joinedAt} />
          </span>
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-tertiary @max-table:hidden">
        <RelativeTime at={member.joinedAt} />
      </TableCell>
      <TableCell className="text-end @max-table:order-4 @max-table:self-start">
        {canDelete && (
          // Beside the choice of the role: as high, and ending where the lines above end.
          <span className="flex items-center justify-end @max-table:-me-2.5 @max-table:h-control-lg md:@max-table:h-control-md">
            <DeleteButton
              label={`Delete user ${memberName(member) ?? member.id}`}
              refusal={rules.removalRefusal}
              onDelete={onDelete}
            />
          </span>
        )}
      </TableCell>
    </TableRow>
  )
}

/** A member's role: a choice of grantable roles, or a badge for those who may not change roles. */
function RoleChoice({ member, rules }: { readonly member: Member; readonly rules: MemberRules }) {
  const { mutate, isPending, variables } = useReportedMutation(membersApi.changeRole, {
    refreshes: [membersApi.listMembers.path],
    success: 'User role updated successfully',
    failure: 'Failed to update user role',
  })
  if (!useCan(membersApi.changeRole)) return <RoleBadge role={member.role} />
  // The new role shows at once; the old one comes back if the server refuses.
  const role = isPending ? variables.body.role : member.role
  const change = (next: Role) => {
    if (!isPending) mutate({ params: { userId: member.id }, body: { role: next } })
  }
  return (
    <Select
      className="w-48 max-w-full"
      label={`Role of ${memberName(member) ?? 'this person'}`}
      hideLabel
      options={rules.roles.map((value) => ({ value, label: roleLabels[value] }))}
      value={role}
      disabled={rules.roleRefusal !== null}
      aria-busy={isPending}
      hint={rules.roleRefusal}
      onKeyDown={openOnArrow}
      onChange={(event) => change(event.target.value as Role)}
    />
  )
}

/** Arrow keys open the list, Enter chooses: on a closed list they would grant role after role. */
function openOnArrow(event: KeyboardEvent<HTMLSelectElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  event.currentTarget.showPicker?.()
}
