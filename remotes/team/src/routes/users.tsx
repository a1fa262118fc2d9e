import { RequestError } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { membersApi } from '@portal/contracts/members'
import { Link } from '@portal/remote-kit/link'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { ChevronRight, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { PendingInvitations } from '../features/invitations/pending-invitations.tsx'
import { InviteDialog, userInvitation } from '../features/inviting/invite-dialog.tsx'
import { useMembers } from '../features/people/queries.ts'
import { AccessDenied } from '../features/team/access-denied.tsx'
import { ActiveUsers } from '../features/users/active-users.tsx'

/** Product §2 and §6, User Management: three roles look, two of them act. */
export function Screen() {
  const canSee = useCan(membersApi.listMembers)
  const canInvite = useCan(invitationsApi.listInvitations)
  const { error } = useMembers({ isEnabled: canSee })
  const [isInviting, setInviting] = useState(false)
  // The server refuses a person whose role was taken away while the page was open.
  const isDenied = !canSee || (error instanceof RequestError && error.status === 403)
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <UsersPageHead {...{ canInvite, isDenied }} onInvite={() => setInviting(true)} />
      {isDenied ? (
        <AccessDenied
          description="You don't have permission to access user management."
          way={{ to: '/', children: 'Go Home' }}
        />
      ) : (
        <ActiveUsers />
      )}
      {canInvite && !isDenied && <PendingInvitations />}
      {isInviting && <InviteDialog {...userInvitation} onClose={() => setInviting(false)} />}
    </div>
  )
}

interface UsersPageHeadProps {
  readonly canInvite: boolean
  readonly isDenied: boolean
  readonly onInvite: () => void
}

/** Title, the link back to Team, and the invitation for those who may invite (product §6). */
function UsersPageHead({ canInvite, isDenied, onInvite }: UsersPageHeadProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-13 text-tertiary">
          <Link to="/team" className="rounded-control text-accent-text py-1 hover:underline">
            Team
          </Link>
          <ChevronRight className="size-3.5" />
          <span aria-current="page">User Management</span>
        </nav>
        <h1 className="font-semibold text-20">User Management</h1>
        {!isDenied && (
          <p className="mt-1 text-13 text-secondary">
            {canInvite
              ? 'Roles, departments and invitations.'
              : 'Admins and facilitators change roles and remove users.'}
          </p>
        )}
      </div>
      {canInvite && !isDenied && (
        <Button variant="primary" className="max-sm:w-full" onClick={onInvite}>
          <UserPlus className="size-4" />
          Invite User
        </Button>
      )}
    </header>
  )
}
