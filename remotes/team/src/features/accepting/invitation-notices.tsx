import { useNavigate } from '@portal/remote-kit/navigation'
import { failureText } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { CloudOff } from 'lucide-react'
import { JoinCard } from '../joining/join-card.tsx'
import { InvalidLink, LogInFirst } from '../joining/join-notices.tsx'

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

export interface UnreadInvitationProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly isRetrying: boolean
}

/** The invitation could not be read. */
export function UnreadInvitation({ error, onRetry, isRetrying }: UnreadInvitationProps) {
  const navigate = useNavigate()
  return (
    <JoinCard
      icon={<CloudOff />}
      title="The invitation could not be loaded"
      text={failureText(error, 'Check your connection and try again.')}
    >
      <Button variant="primary" size="lg" onClick={onRetry} busy={isRetrying}>
        Try again
      </Button>
      <Button size="lg" onClick={() => navigate('/')}>
        Go Home
      </Button>
    </JoinCard>
  )
}
