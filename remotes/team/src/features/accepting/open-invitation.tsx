import { RequestError } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { failureText, isUnauthorized } from '@portal/remote-kit/unauthorized'
import { CloudOff, MailOpen } from 'lucide-react'
import { useBecomingMember } from '../account/membership.ts'
import { roleHints } from '../inviting/role-hints.ts'
import { InvalidLink, JoinCard, JoinLoading, LogInFirst } from '../joining/join-card.tsx'
import { ClosedInvitation } from './closed-invitation.tsx'

/** No session: logging in leads back to the invitation. */
export function LogInToAccept() {
  return (
    <LogInFirst
      title="Please log in to accept this invitation"
      text="Use the e-mail address that the invitation was sent to. Without an account, register with it."
    />
  )
}

/** Unknown, forged or revoked: one text for all (decision 47). */
export function UnknownInvitation() {
  return <InvalidLink text="This invitation link is invalid or has expired" />
}

/** For someone signed in: what the link invites to, and what they can do about it. */
export function OpenInvitation({ token }: { readonly token: string }) {
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
