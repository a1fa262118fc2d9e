import { RequestError } from '@portal/contracts/client'
import { type InvitationView, invitationsApi } from '@portal/contracts/invitations'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { isUnauthorized } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { MailOpen } from 'lucide-react'
import { useBecomingMember } from '../account/use-becoming-member.ts'
import { roleHints } from '../inviting/role-hints.ts'
import { JoinCard } from '../joining/join-card.tsx'
import { JoinLoading } from '../joining/join-notices.tsx'
import { RoleBadge } from '../people/role-badge.tsx'
import { ClosedInvitation } from './closed-invitation.tsx'
import { LogInToAccept, UnknownInvitation, UnreadInvitation } from './invitation-notices.tsx'

/** For someone signed in: what the link invites to, and what they can do about it. */
export function OpenInvitation({ token }: { readonly token: string }) {
  const invitation = useRouteQuery(invitationsApi.readInvitation, { params: { token } })
  const { data, error, isFetching, refetch } = invitation
  const { accept, isBusy } = useAcceptInvitation(token, refetch)

  if (error) {
    if (isUnauthorized(error)) return <LogInToAccept />
    if (error instanceof RequestError && error.status === 404) return <UnknownInvitation />
    return <UnreadInvitation error={error} onRetry={refetch} isRetrying={isFetching} />
  }
  if (!data) return <JoinLoading />
  if (data.state !== 'open')
    return <ClosedInvitation invitation={data} state={data.state} onCheck={refetch} isChecking={isFetching} />
  return <AcceptCard invitation={data} onAccept={accept} isBusy={isBusy} />
}

interface AcceptCardProps {
  readonly invitation: InvitationView
  readonly onAccept: () => void
  readonly isBusy: boolean
}

function AcceptCard({ invitation, onAccept, isBusy }: AcceptCardProps) {
  const navigate = useNavigate()
  const { organizationName, email, role } = invitation
  return (
    <JoinCard
      icon={<MailOpen />}
      title={
        <>
          Join <bdi>{organizationName}</bdi>
        </>
      }
      text={
        <>
          You are invited as <bdi className="font-medium text-primary">{email}</bdi>.
        </>
      }
    >
      <p className="mb-4 flex flex-col items-center gap-2 rounded-control border border-default bg-sunken px-4 py-3 text-13 text-secondary">
        <RoleBadge role={role} />
        {roleHints[role]}
      </p>
      <Button variant="primary" size="lg" busy={isBusy} onClick={onAccept}>
        {isBusy ? 'Accepting...' : 'Accept Invitation'}
      </Button>
      <Button size="lg" disabled={isBusy} onClick={() => navigate('/')}>
        Not Now
      </Button>
    </JoinCard>
  )
}

/** Accepts an invitation as joining does. A refusal reads the invitation again: it says why. */
function useAcceptInvitation(token: string, onRefused: () => void) {
  const { mutate, isBusy } = useBecomingMember(invitationsApi.acceptInvitation, {
    fallback: 'Failed to accept invitation',
    onRefused,
  })
  return { accept: () => mutate({ params: { token } }), isBusy }
}
