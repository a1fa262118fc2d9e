import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { MailWarning } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { JoinCard } from '../joining/join-card.tsx'

export interface UnverifiedAddressProps {
  readonly address: ReactNode
  readonly onCheck: () => void
  readonly isChecking: boolean
}

/**
 * The invited address belongs to this person but is unverified: the mailed link verifies it, and
 * the account page can send it again.
 */
export function UnverifiedAddress({ address, onCheck, isChecking }: UnverifiedAddressProps) {
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
    >
      <p role="status" className="text-13 text-danger-text">
        {hasChecked && !isChecking && 'The address is not verified yet.'}
      </p>
      <Button variant="primary" size="lg" busy={isChecking} onClick={check}>
        I Have Verified It
      </Button>
      {accountUrl !== '' && (
        <Button asChild size="lg">
          <a href={accountUrl}>Send the Mail Again</a>
        </Button>
      )}
    </JoinCard>
  )
}
