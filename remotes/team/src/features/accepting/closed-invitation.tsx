import { type InvitationView, invitationDays } from '@portal/contracts/invitations'
import { useNavigate } from '@portal/remote-kit/navigation'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { CircleCheck, Clock, MailQuestion, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { JoinCard } from '../joining/join-card.tsx'
import { AlreadyMember } from '../joining/join-notices.tsx'
import { UnverifiedAddress } from './unverified-address.tsx'

type ClosedState = Exclude<InvitationView['state'], 'open'>

export interface ClosedInvitationProps {
  readonly invitation: InvitationView
  readonly state: ClosedState
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

interface EndedProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
}

function Ended({ icon, title, children }: EndedProps) {
  const navigate = useNavigate()
  return (
    <JoinCard icon={icon} title={title} text={children}>
      <Button variant="primary" size="lg" onClick={() => navigate('/')}>
        Go Home
      </Button>
    </JoinCard>
  )
}

function OtherAddress({ address }: { readonly address: ReactNode }) {
  const navigate = useNavigate()
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
              , and you are signed in as <bdi className="font-medium text-primary">{person.email}</bdi>
            </>
          )}
          . Log out, open the link again and log in with that address.
        </>
      }
    >
      <Button variant="primary" size="lg" onClick={logout}>
        Log out
      </Button>
      <Button size="lg" onClick={() => navigate('/')}>
        Go Home
      </Button>
    </JoinCard>
  )
}
