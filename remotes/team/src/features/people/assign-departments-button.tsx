import type { Member } from '@portal/contracts/members'
import { mayAssignDepartments } from '@portal/contracts/role-policy'
import { useSession } from '@portal/remote-kit/session'
import { IconButton } from '@portal/ui/icon-button'
import { Tags } from 'lucide-react'
import { memberName } from './member-name.ts'

interface AssignDepartmentsButtonProps {
  readonly member: Member
  readonly onOpen: () => void
}

/** Opens the choice of a member's departments, for those who may choose (decision 7). */
export function AssignDepartmentsButton({ member, onOpen }: AssignDepartmentsButtonProps) {
  const { person, role } = useSession()
  if (!person || !role) return null
  if (!mayAssignDepartments({ actor: { id: person.id, role }, target: member }).isAllowed) return null
  return (
    <IconButton
      size="sm"
      label={`Departments of ${memberName(member) ?? 'this person'}`}
      icon={<Tags className="size-3.5" />}
      onClick={onOpen}
    />
  )
}
