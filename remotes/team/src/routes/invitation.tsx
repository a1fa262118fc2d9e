import { RequestError } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { useParams } from '@portal/remote-kit/navigation'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useSession } from '@portal/remote-kit/session'
import { failureText, isUnauthorized } from '@portal/remote-kit/unauthorized'
import { CloudOff, MailOpen } from 'lucide-react'
import { ClosedInvitation } from '../features/accepting/closed-invitation.tsx'
import { useBecomingMember } from '../features/account/membership.ts'
import { roleHints } from '../features/inviting/role-hints.ts'
import { InvalidLink, JoinCard, JoinFrame, JoinLoading, LogInFirst } from '../features/joining/join-card.tsx'

/** `/invitation/{token}`: a click, after login, with the verified address (decisions 47 and 63). */
export function Screen() {
  const { person } = useSession()
  const { token } = useParams()
  return (
    <JoinFrame>
      {person === null ? <LogInToAccept /> : token ? <OpenInvitation token={token} /> : <UnknownInvitation />}
    </JoinFrame>
  )
}

/** No session: logging in leads back to the invitation. */
function LogInToAccept() {
  return (
    <LogInFirst
      title="Please log in to accept this invitation"
      text="Use the e-mail address that the invitation was sent to. If you have no account yet, create one with it."
    />
  )
}

/** Unknown, forged or revoked: one text for all (decision 47). */
function UnknownInvitation() {
  return <InvalidLink text="This invitation link is invalid or has expired" />
}

/** For someone logged in: what the link invites to, and what they can do about it. */
function OpenInvitation({ token }: { readonly token: string }) {
  const invitation = useRouteQuery(invitationsApi.readInvitation, { params: { token } })
  const { data, error, isFetching } = invitation
  const refetch = () => void invitation.refetch()
  // A refusal reads the invitation again: it says why.
  const { mutate, isBusy } = useBecomingMember(invitationsApi.acceptInvitation, {
    failure: 'Failed to accept invitation',
    onRefused: refetch,
  })
  if (isUnauthorized(error)) return <LogInToAccept />
  if (error instanceof RequestError && error.status === 404) return <UnknownInvitation />
  if (error)
    return (
      <JoinCard
        icon={<CloudOff />}
        title="The invitation could not be loaded"
        text={failureText(error, 'Check your connection and try again.')}
        act={{ label: 'Try again', onClick: refetch, isBusy: isFetching }}
        home="Go Home"
      />
    )
  if (!data) return <JoinLoading />
  const { state, organizationName, email, role } = data
  if (state !== 'open')
    return <ClosedInvitation invitation={data} state={state} onCheck={refetch} isChecking={isFetching} />
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
      note={
        <p className="mb-4 flex flex-col items-center gap-2 rounded-control border border-default bg-sunken px-4 py-3 text-13 text-secondary">
          <RoleBadge role={role} />
          {roleHints[role]}
        </p>
      }
      act={{
        label: isBusy ? 'Accepting...' : 'Accept Invitation',
        onClick: () => mutate({ params: { token } }),
        isBusy,
      }}
      home="Not Now"
      isHomeLocked={isBusy}
    />
  )
}
