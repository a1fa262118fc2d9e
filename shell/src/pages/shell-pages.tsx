import { usePortal } from '@portal/remote-kit/portal-context'
import { useUnauthorized } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { CloudOff, RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RemoteUnavailable } from '../remotes/remote-loader.ts'

/** Shown instead of a screen that did not load; everything else keeps working. */
export interface RemoteFallbackProps {
  readonly title: string
  readonly failure: RemoteUnavailable
  /** The portal cannot be reached at all; it is read again once it can. */
  readonly isOffline: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

const why = {
  slow: 'This part takes too long to load, perhaps because your connection is slow. What has loaded is kept, so try again.',
  failed: 'This part of the portal is not available at the moment. The other parts work.',
} as const

/** What did not load and why, with a retry that needs no page load. */
export function RemoteFallback({ title, failure, isOffline, isRetrying, onRetry }: RemoteFallbackProps) {
  return (
    <div role="alert" className="grid min-h-96 place-items-center px-gutter py-16">
      <div className="flex max-w-form flex-col items-center gap-3 text-center">
        <span
          aria-hidden="true"
          className="grid size-10 place-items-center rounded-card border border-default bg-sunken text-tertiary"
        >
          <CloudOff className="size-5" />
        </span>
        <h1 className="font-semibold text-20">{title} could not be loaded</h1>
        <p className="text-balance text-secondary">
          {isOffline
            ? 'You are offline. It opens by itself when the portal can be reached again.'
            : why[failure.reason]}
        </p>
        <Button variant="primary" onClick={onRetry} busy={isRetrying}>
          {!isRetrying && <RotateCw aria-hidden="true" className="size-4" />}
          {isRetrying ? 'Trying again...' : 'Try again'}
        </Button>
      </div>
    </div>
  )
}

/** A visitor on a protected address: the 'Unauthorized' toast, then login, which returns here. */
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
          Log in
        </Button>
      </div>
    </div>
  )
}
