import { useUnauthorized } from '@portal/remote-kit/unauthorized'
import { Spinner } from '@portal/ui/spinner'
import { useEffect, useRef } from 'react'

/** Nobody is logged in: the 'Unauthorized' toast, then the login page 500 ms later (product §2). */
export function Screen() {
  const unauthorized = useRef(useUnauthorized())
  const isShown = useRef(false)
  useEffect(() => {
    // Strict mode runs effects twice; one toast is enough.
    if (isShown.current) return
    isShown.current = true
    unauthorized.current()
  }, [])
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-gutter outline-none">
      <h1 className="sr-only">AI Assistant</h1>
      <p className="flex items-center gap-3 text-secondary" role="status">
        <Spinner />
        Taking you to the login page…
      </p>
    </main>
  )
}
