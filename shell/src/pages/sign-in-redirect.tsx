import { usePortal } from '@portal/remote-kit/portal-context'
import { useUnauthorized } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { useEffect, useRef } from 'react'

/**
 * A visitor on a protected address: the 'Unauthorized' toast, then 500 ms later login, which
 * returns here.
 */
export function SignInRedirect() {
  const { login } = usePortal()
  const unauthorized = useUnauthorized()
  const hasNotified = useRef(false)
  useEffect(() => {
    if (hasNotified.current) return
    hasNotified.current = true
    unauthorized()
  })
  return (
    <div className="grid place-items-center px-gutter py-16 text-center">
      <div className="flex flex-col items-center gap-3">
        <h1 className="font-semibold text-20">Please log in</h1>
        <p className="text-secondary">This page is for members. You come back here afterwards.</p>
        <Button variant="primary" onClick={login}>
          Log In
        </Button>
      </div>
    </div>
  )
}
