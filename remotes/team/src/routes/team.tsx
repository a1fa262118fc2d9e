import { auditApi } from '@portal/contracts/audit'
import { membersApi } from '@portal/contracts/members'
import { Link } from '@portal/remote-kit/link'
import { useCan, useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { ScrollText, UserCog, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { DepartmentsCard } from '../features/departments/departments-card.tsx'
import { InviteDialog, memberInvitation } from '../features/inviting/invite-dialog.tsx'
import { OrganizationOverview } from '../features/team/organization-overview.tsx'
import { TeamMembers } from '../features/team/team-members.tsx'

/** Product §2, Team Management. */
export function Screen() {
  const [isInviting, setInviting] = useState(false)
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <TeamPageHead onInvite={() => setInviting(true)} />
      <OrganizationOverview />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
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
