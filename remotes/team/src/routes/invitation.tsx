import { useParams } from '@portal/remote-kit/navigation'
import { useSession } from '@portal/remote-kit/session'
import { LogInToAccept, OpenInvitation, UnknownInvitation } from '../features/accepting/open-invitation.tsx'
import { JoinFrame } from '../features/joining/join-card.tsx'

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
