import { CircleAlert, LogIn, RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

export interface ErrorPanelProps {
  /** What happened, in one line. */
  readonly title: string
  /** Why, and what to do. */
  readonly message?: string | undefined
  /** Names the failed request to support. */
  readonly requestId?: string | undefined
  readonly onRetry?: (() => void) | undefined
  /** While a retry is under way. */
  readonly isRetrying?: boolean
  /** Leads to the login, without which a retry would fail again. */
  readonly onLogin?: (() => void) | undefined
}

/** One part of the page failed: what happened, a retry, the request ID. Announced on appearing. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { title, message, requestId, onRetry, isRetrying = false, onLogin } = props
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-danger-border bg-danger-subtle p-4 text-13"
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-text" />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          {message && <p className="mt-0.5 text-secondary">{message}</p>}
          {requestId && (
            <p className="mt-1 flex min-w-0 items-center gap-1 text-12 text-secondary">
              Request
              <code className="min-w-0 truncate font-mono" title={requestId}>
                {requestId}
              </code>
              <CopyButton value={requestId} label="Copy request id" />
            </p>
          )}
        </div>
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry} busy={isRetrying}>
          {!isRetrying && <RotateCw aria-hidden="true" className="size-3.5" />}
          Retry
        </Button>
      )}
      {onLogin && (
        <Button size="sm" variant="primary" onClick={onLogin}>
          <LogIn aria-hidden="true" className="size-3.5" />
          Log in
        </Button>
      )}
    </div>
  )
}
