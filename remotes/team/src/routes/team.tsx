import { auditApi } from '@portal/contracts/audit'
import { type Member, membersApi } from '@portal/contracts/members'
import { Link } from '@portal/remote-kit/link'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { useCan, useSession } from '@portal/remote-kit/session'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { Button } from '@portal/ui/button'
import { moveBetweenRows } from '@portal/ui/move-between-rows'
import { RelativeTime } from '@portal/ui/relative-time'
import { ScrollText, UserCog, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { DepartmentsCard } from '../features/departments/departments-card.tsx'
import { InviteDialog, memberInvitation } from '../features/inviting/invite-dialog.tsx'
import {
  AssignDepartmentsButton,
  AssignDepartmentsDialog,
} from '../features/people/assign-departments-dialog.tsx'
import { MemberDepartments, MemberIdentity } from '../features/people/member-identity.tsx'
import { MembersCard } from '../features/people/members-card.tsx'
import { OrganizationOverview } from '../features/team/organization-overview.tsx'
import { TeamTabs } from '../features/team/team-tabs.tsx'

/** Product §2, Team Management. */
export function Screen() {
  const [isInviting, setInviting] = useState(false)
  useOpenedByAddress('invitation', () => setInviting(true))
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <TeamPageHead onInvite={() => setInviting(true)} />
      <TeamTabs current="/team" />
      <OrganizationOverview />
      <div data-in-order className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TeamMembers />
        <DepartmentsCard />
      </div>
      {isInviting && <InviteDialog {...memberInvitation} onClose={() => setInviting(false)} />}
    </div>
  )
}

/** The page's title, the link to User Management (decision 12), and the invitation. */
function TeamPageHead({ onInvite }: { readonly onInvite: () => void }) {
  const { organization } = useSession()
  const canSeeTrail = useCan(auditApi.listAudit)
  const canSeeUsers = useCan(membersApi.listMembers)
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-semibold text-20">Team Management</h1>
        <p className="mt-1 text-13 text-secondary">
          People and departments of <bdi>{organization?.name}</bdi>.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
        {canSeeTrail && (
          <Button asChild>
            <Link to="/audit">
              <ScrollText className="size-4" />
              Audit Trail
            </Link>
          </Button>
        )}
        {canSeeUsers && (
          <Button asChild>
            <Link to="/users">
              <UserCog className="size-4" />
              User Management
            </Link>
          </Button>
        )}
        <Button variant="primary" onClick={onInvite}>
          <UserPlus className="size-4" />
          Invite Team Member
        </Button>
      </div>
    </header>
  )
}

function TeamMembers() {
  const [assigned, setAssigned] = useState<Member | null>(null)
  return (
    <MembersCard
      title="Team Members"
      words={['person', 'people']}
      all="team members"
      emptyHint="Try part of a name or an e-mail address."
      list={(shown) => (
        <ul aria-label="Team members" className="@container" onKeyDown={moveBetweenRows}>
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

/** In a narrow list one below the other, so that names and addresses have the width of the row. */
function MemberRow({ member, onAssign }: { readonly member: Member; readonly onAssign: () => void }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-subtle border-t px-4 py-2.5 first:border-t-0 hover:bg-hover @min-[36rem]:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_1.75rem_8rem]">
      <MemberIdentity member={member} />
      <span className="min-w-0 @max-[36rem]:order-3 @max-[36rem]:col-span-2 @max-[36rem]:pl-11">
        <MemberDepartments member={member} />
      </span>
      <span className="@max-[36rem]:order-2 @max-[36rem]:self-start">
        <AssignDepartmentsButton member={member} onOpen={onAssign} />
      </span>
      <span className="flex items-center gap-x-3 gap-y-1 @max-[36rem]:order-4 @max-[36rem]:col-span-2 @max-[36rem]:flex-wrap @max-[36rem]:pl-11 @min-[36rem]:flex-col @min-[36rem]:items-end">
        <RoleBadge role={member.role} />
        <span className="whitespace-nowrap text-12 text-tertiary">
          Joined <RelativeTime at={member.joinedAt} />
        </span>
      </span>
    </li>
  )
}
