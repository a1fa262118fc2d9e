import { type Member, membersApi } from '@portal/contracts/members'
import { type Role, roleLabels } from '@portal/contracts/permissions'
import { useCan } from '@portal/remote-kit/session'
import { Select } from '@portal/ui/select'
import type { KeyboardEvent } from 'react'
import { memberName } from '../people/member-name.ts'
import { RoleBadge } from '../people/role-badge.tsx'
import type { MemberRules } from './member-rules.ts'
import { useChangeRole } from './queries.ts'

/** A member's role: a choice of grantable roles, or a badge for those who may not change roles. */
export function RoleChoice({ member, rules }: { readonly member: Member; readonly rules: MemberRules }) {
  const { mutate, isPending, variables } = useChangeRole()
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

/**
 * An arrow key opens the list and Enter chooses; on a closed list it would grant every role it
 * passes.
 */
function openOnArrow(event: KeyboardEvent<HTMLSelectElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  event.currentTarget.showPicker?.()
}
