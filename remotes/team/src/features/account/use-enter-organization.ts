import { useNavigate } from '@portal/remote-kit/navigation'
import { usePortal } from '@portal/remote-kit/portal-context'

/** Goes home as a new member: the session first, so that `/` is already the member's. */
export function useEnterOrganization(): () => void {
  const { refreshSession } = usePortal()
  const navigate = useNavigate()
  const goHome = () => navigate('/', { replace: true })
  return () => {
    // A session that could not be read again is read by the next page: home either way.
    refreshSession().then(goHome, goHome)
  }
}
