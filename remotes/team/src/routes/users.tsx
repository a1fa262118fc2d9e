import { RequestError } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { membersApi } from '@portal/contracts/members'
import { useCan } from '@portal/remote-kit/session'
import { useState } from 'react'
import { PendingInvitations } from '../features/invitations/pending-invitations.tsx'
import { InviteUserDialog } from '../features/inviting/invite-user-dialog.tsx'
import { useMembers } from '../features/people/queries.ts'
import { AccessDenied } from '../features/users/access-denied.tsx'
import { ActiveUsers } from '../features/users/active-users.tsx'
import { UsersPageHead } from '../features/users/users-page-head.tsx'

/** Product §2 and §6, User Management: three roles look, two of them act. */
export function Screen() {
  const canSee = useCan(membersApi.listMembers)
  const canInvite = useCan(invitationsApi.listInvitations)
  const { error } = useMembers({ isEnabled: canSee })
  const [isInviting, setInviting] = useState(false)
  // Somebody whose role was taken away while the page was open is told the same by the server.
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
