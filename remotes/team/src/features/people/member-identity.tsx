import { fullName } from '@portal/contracts/full-name'
import type { Member } from '@portal/contracts/members'
import { useSession } from '@portal/remote-kit/session'
import { Avatar } from '@portal/ui/avatar'
import { ColorName } from '@portal/ui/color-name'
import { memberName, useDepartments } from './queries.ts'

/** Who a member is: picture, name before e-mail address, and whether it is oneself. */
export function MemberIdentity({ member, id }: { readonly member: Member; readonly id?: string }) {
  const isOwn = useSession().person?.id === member.id
  const hasName = fullName(member) !== null
  return (
    <span className="flex min-w-0 items-center gap-3 normal-nums">
      <Avatar person={member} size="lg" />
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi
            id={id}
            className="wrap-anywhere font-medium text-14 sm:truncate"
            title={memberName(member) ?? undefined}
          >
            {memberName(member) ?? 'Name not given yet'}
          </bdi>
          {isOwn && <span className="shrink-0 text-12 text-tertiary">You</span>}
        </span>
        <span className="wrap-anywhere text-12 text-tertiary sm:truncate" title={member.email ?? undefined}>
          {hasName ? (member.email ?? 'No e-mail address') : 'Name not given yet'}
        </span>
      </span>
    </span>
  )
}

/** More names would make a row taller than it is useful. */
const shownMax = 3

/** A member's departments; nothing while the list loads. */
export function MemberDepartments({ member }: { readonly member: Member }) {
  const { data } = useDepartments()
  const own = data?.filter(({ id }) => member.departments.includes(id)) ?? []
  const rest = own.slice(shownMax)
  if (!data) return null
  if (own.length === 0) return <span className="text-12 text-tertiary">No department</span>
  return (
    <ul aria-label="Departments" className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 text-12 text-secondary">
      {own.slice(0, shownMax).map(({ id, name, color }) => (
        <li key={id} className="flex min-w-0">
          <ColorName name={name} color={color} />
        </li>
      ))}
      {rest.length > 0 && <li title={rest.map(({ name }) => name).join(', ')}>and {rest.length} more</li>}
    </ul>
  )
}
