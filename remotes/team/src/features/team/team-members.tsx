import type { Member } from '@portal/contracts/members'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { moveBetweenRows } from '@portal/ui/move-between-rows'
import { RelativeTime } from '@portal/ui/relative-time'
import { useState } from 'react'
import { AssignDepartmentsButton, AssignDepartmentsDialog } from '../people/assign-departments-dialog.tsx'
import { MemberDepartments, MemberIdentity } from '../people/member-identity.tsx'
import { MembersCard } from '../people/members-card.tsx'

export function TeamMembers() {
  const [assigned, setAssigned] = useState<Member | null>(null)
  return (
    <MembersCard
      title="Team Members"
      words={['person', 'people']}
      all="team members"
      emptyHint="Try part of a name or an e-mail address."
      list={(shown) => (
        <ul aria-label="Team members" onKeyDown={moveBetweenRows}>
          {shown.map((member) => (
            <MemberRow key={member.id} member={member} onAssign={() => setAssigned(member)} />
          ))}
        </ul>
      )}
    >
      {assigned && <AssignDepartmentsDialog member={assigned} onClose={() => setAssigned(null)} />}
    </MembersCard>
  )
}

function MemberRow({ member, onAssign }: { readonly member: Member; readonly onAssign: () => void }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-subtle border-t px-4 py-2.5 first:border-t-0 hover:bg-hover sm:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_1.75rem_8rem]">
      <MemberIdentity member={member} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 max-sm:order-3 max-sm:pl-11">
        <MemberDepartments member={member} />
        <JoinedAt member={member} className="sm:hidden" />
      </span>
      <span className="max-sm:order-4 max-sm:justify-self-end">
        <AssignDepartmentsButton member={member} onOpen={onAssign} />
      </span>
      <span className="flex flex-col items-end gap-1">
        <RoleBadge role={member.role} />
        <JoinedAt member={member} className="max-sm:hidden" />
      </span>
    </li>
  )
}

function JoinedAt({ member, className }: { readonly member: Member; readonly className: string }) {
  return (
    <span className={`whitespace-nowrap text-12 text-tertiary ${className}`}>
      Joined <RelativeTime at={member.joinedAt} />
    </span>
  )
}
