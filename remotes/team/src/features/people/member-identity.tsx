import { fullName } from '@portal/contracts/full-name'
import type { Member } from '@portal/contracts/members'
import { useSession } from '@portal/remote-kit/session'
import { Avatar } from '@portal/ui/avatar'
import { memberName } from './member-name.ts'

/** Who a member is: picture, name before e-mail address, and whether it is oneself. */
export function MemberIdentity({ member, id }: { readonly member: Member; readonly id?: string }) {
  const isOwn = useSession().person?.id === member.id
  const hasName = fullName(member) !== null
  return (
    <span className="flex min-w-0 items-center gap-3 normal-nums">
      <Avatar person={member} size="lg" />
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi id={id} className="truncate font-medium text-14" title={memberName(member) ?? undefined}>
            {memberName(member) ?? 'Name not given yet'}
          </bdi>
          {isOwn && <span className="shrink-0 text-12 text-tertiary">You</span>}
        </span>
        <span className="truncate text-12 text-tertiary" title={member.email ?? undefined}>
          {hasName ? (member.email ?? 'No e-mail address') : 'Name not given yet'}
        </span>
      </span>
    </span>
  )
}
