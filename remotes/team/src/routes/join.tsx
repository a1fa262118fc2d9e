import { useParams } from '@portal/remote-kit/navigation'
import { useSession } from '@portal/remote-kit/session'
import { InvalidLink, JoinFrame, LogInFirst } from '../features/joining/join-card.tsx'
import { JoinInvitation } from '../features/joining/join-invitation.tsx'

/** Product §2, `/join/{code}`. */
export function Screen() {
  const { person } = useSession()
  const { code } = useParams()
  return (
    <JoinFrame>
      {person === null ? <LogInFirst /> : code ? <JoinInvitation code={code} /> : <InvalidLink />}
    </JoinFrame>
  )
}
