import { useNavigate } from '@portal/remote-kit/navigation'
import { useSession } from '@portal/remote-kit/session'
import { toast } from '@portal/remote-kit/toast'
import { type ReactNode, useEffect, useRef } from 'react'

/** Time between the toast and the way home (product §9). */
export const accessDeniedRedirectDelayMs = 1000

/** Shows its content to operators. Everybody else sees nothing, is told so, and is at `/` a second later (product §2, decision 8). */
export function OperatorsOnly({ children }: { readonly children: ReactNode }) {
  const { isMasterAdmin } = useSession()
  const navigate = useNavigate()
  const leave = useRef(navigate)
  useEffect(() => {
    leave.current = navigate
  })
  useEffect(() => {
    if (isMasterAdmin) return
    toast({
      title: 'Access Denied',
      description: 'Master admin privileges required to access this page.',
      variant: 'error',
    })
    const timer = setTimeout(() => leave.current('/'), accessDeniedRedirectDelayMs)
    return () => clearTimeout(timer)
  }, [isMasterAdmin])
  return isMasterAdmin ? children : null
}
