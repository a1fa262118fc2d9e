import { type InvitationView, invitationDays } from '@portal/contracts/invitations'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { CircleCheck, Clock, MailQuestion, MailWarning, UserRoundX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AlreadyMember, JoinCard, type JoinCardProps } from '../joining/join-card.tsx'

export interface ClosedInvitationProps {
  readonly invitation: InvitationView
  readonly state: Exclude<InvitationView['state'], 'open'>
  /** Checks the invitation again. */
  readonly onCheck: () => void
  readonly isChecking: boolean
}

/** An invitation that this person cannot accept, or not yet: why, and what to do. */
export function ClosedInvitation({ invitation, state, onCheck, isChecking }: ClosedInvitationProps) {
  const organization = <bdi>{invitation.organizationName}</bdi>
  const address = <bdi className="font-medium text-primary">{invitation.email}</bdi>
  switch (state) {
    case 'already-member':
      return <AlreadyMember />
    case 'other-address':
      return <OtherAddress address={address} />
    case 'unverified-address':
      return <UnverifiedAddress {...{ address, onCheck, isChecking }} />
    case 'expired':
      return (
        <Ended icon={<Clock />} title="Invitation Expired">
          Invitations are valid for {invitationDays} days. Ask {organization} to send it again.
        </Ended>
      )
    case 'accepted':
      return (
        <Ended icon={<CircleCheck />} title="Invitation Already Accepted">
          This invitation to {organization} has been used.
        </Ended>
      )
    case 'role-refused':
      return (
        <Ended icon={<UserRoundX />} title="Invitation No Longer Valid">
          Whoever invited you can no longer give this role. Ask {organization} for a new invitation.
        </Ended>
      )
  }
}

function Ended({ children, ...card }: Pick<JoinCardProps, 'icon' | 'title' | 'children'>) {
  return <JoinCard {...card} text={children} home="Go Home" />
}

function OtherAddress({ address }: { readonly address: ReactNode }) {
  const { logout } = usePortal()
  const { person } = useSession()
  return (
    <JoinCard
      icon={<MailQuestion />}
      title="This invitation is for another address"
      text={
        <>
          It was sent to {address}
          {person?.email && (
            <>
              , and you are logged in as <bdi className="font-medium text-primary">{person.email}</bdi>
            </>
          )}
          . Log out, open the link again and log in with that address.
        </>
      }
      act={{ label: 'Log out', onClick: logout }}
      home="Go Home"
    />
  )
}

interface UnverifiedAddressProps extends Pick<ClosedInvitationProps, 'onCheck' | 'isChecking'> {
  readonly address: ReactNode
}

/** The address is this person's but unverified. The account page can send the mail again. */
function UnverifiedAddress({ address, onCheck, isChecking }: UnverifiedAddressProps) {
  const { accountUrl } = useSession().settings
  const [hasChecked, setChecked] = useState(false)
  const check = () => {
    setChecked(true)
    onCheck()
  }
  return (
    <JoinCard
      icon={<MailWarning />}
      title="Verify your e-mail address first"
      text={
        <>Follow the link in the verification mail to {address}, then come back here. The invitation waits.</>
      }
      note={
        <p role="status" className="text-13 text-danger-text">
          {hasChecked && !isChecking && 'The address is not verified yet.'}
        </p>
      }
      act={{ label: 'I Have Verified It', onClick: check, isBusy: isChecking }}
    >
      {accountUrl !== '' && (
        <Button asChild size="lg">
          <a href={accountUrl}>Send the Mail Again</a>
        </Button>
      )}
    </JoinCard>
  )
}
