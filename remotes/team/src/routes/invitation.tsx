import { useParams } from '@portal/remote-kit/navigation'
import { useSession } from '@portal/remote-kit/session'
import { LogInToAccept, UnknownInvitation } from '../features/accepting/invitation-notices.tsx'
import { OpenInvitation } from '../features/accepting/open-invitation.tsx'
import { JoinFrame } from '../features/joining/join-frame.tsx'

/**
 * `/invitation/{token}` (decisions 47 and 63): an explicit click, after login, with the verified
 * address.
 */
export function Screen() {
  const { person } = useSession()
  const { token } = useParams()
  return (
    <JoinFrame>
      {person === null ? <LogInToAccept /> : token ? <OpenInvitation token={token} /> : <UnknownInvitation />}
    </JoinFrame>
  )
}
