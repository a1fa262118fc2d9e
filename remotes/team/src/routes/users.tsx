import { RequestError } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { membersApi } from '@portal/contracts/members'
import { Link } from '@portal/remote-kit/link'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { PendingInvitations } from '../features/invitations/pending-invitations.tsx'
import { InviteUserDialog } from '../features/inviting/invite-dialog.tsx'
import { useMembers } from '../features/people/queries.ts'
import { ActiveUsers } from '../features/users/active-users.tsx'
import { UsersPageHead } from '../features/users/users-page-head.tsx'

/** Product §2 and §6, User Management: three roles look, two of them act. */
export function Screen() {
  const canSee = useCan(membersApi.listMembers)
  const canInvite = useCan(invitationsApi.listInvitations)
  const { error } = useMembers({ isEnabled: canSee })
  const [isInviting, setInviting] = useState(false)
  // The server refuses a person whose role was taken away while the page was open.
  const isDenied = !canSee || (error instanceof RequestError && error.status === 403)
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <UsersPageHead {...{ canInvite, isDenied }} onInvite={() => setInviting(true)} />
      {isDenied ? <AccessDenied /> : <ActiveUsers />}
      {canInvite && !isDenied && <PendingInvitations />}
      {isInviting && <InviteUserDialog onClose={() => setInviting(false)} />}
    </div>
  )
}

/** Product §2: what someone reads who may not see User Management. */
function AccessDenied() {
  return (
    <section className="rounded-card border border-default bg-panel">
      <EmptyState
        icon={<Lock />}
        title="Access Denied"
        description="You don't have permission to access user management."
        action={
          <Button asChild>
            <Link to="/">Go Home</Link>
          </Button>
        }
      />
    </section>
  )
}
