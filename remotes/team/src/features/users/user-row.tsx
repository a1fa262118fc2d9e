import { type Member, membersApi } from '@portal/contracts/members'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { TableCell, TableRow } from '@portal/ui/table'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { AssignDepartmentsButton } from '../people/assign-departments-button.tsx'
import { MemberDepartments } from '../people/member-departments.tsx'
import { MemberIdentity } from '../people/member-identity.tsx'
import { memberName } from '../people/member-name.ts'
import type { MemberRules } from './member-rules.ts'
import { RoleChoice } from './role-choice.tsx'

export interface UserRowProps {
  readonly member: Member
  readonly rules: MemberRules
  readonly onAssign: () => void
  readonly onDelete: () => void
}

export function UserRow({ member, rules, onAssign, onDelete }: UserRowProps) {
  return (
    <TableRow>
      <TableCell isWide>
        <MemberIdentity member={member} />
      </TableCell>
      <TableCell className="max-lg:order-3">
        <RoleChoice member={member} rules={rules} />
      </TableCell>
      <TableCell isWide>
        <span className="flex items-center gap-1">
          <MemberDepartments member={member} />
          <AssignDepartmentsButton member={member} onOpen={onAssign} />
          <span className="ml-auto shrink-0 whitespace-nowrap text-12 text-tertiary lg:hidden">
            Joined <RelativeTime at={member.joinedAt} />
          </span>
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-tertiary max-lg:hidden">
        <RelativeTime at={member.joinedAt} />
      </TableCell>
      <TableCell className="text-end max-lg:order-4 max-lg:self-start">
        <DeleteButton member={member} refusal={rules.removalRefusal} onDelete={onDelete} />
      </TableCell>
    </TableRow>
  )
}

interface DeleteButtonProps {
  readonly member: Member
  readonly refusal: string | null
  readonly onDelete: () => void
}

function DeleteButton({ member, refusal, onDelete }: DeleteButtonProps) {
  const canDelete = useCan(membersApi.removeMember)
  const reasonId = useId()
  if (!canDelete) return null
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Delete user ${memberName(member) ?? member.id}`}
        aria-describedby={refusal === null ? undefined : reasonId}
        title={refusal ?? undefined}
        disabled={refusal !== null}
        onClick={onDelete}
      >
        <Trash2 className="size-3.5" />
        Delete
      </Button>
      {refusal !== null && (
        <span id={reasonId} className="sr-only">
          {refusal}
        </span>
      )}
    </>
  )
}
