import { RequestError } from '@portal/contracts/client'
import { failureText } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { ErrorPanel } from '@portal/ui/error-panel'
import { Skeleton } from '@portal/ui/skeleton'
import { MessageSquareOff } from 'lucide-react'

export interface LoadFailureProps {
  readonly error: Error
  readonly isRetrying: boolean
  readonly onRetry: () => void
  readonly onNew: () => void
}

/** A conversation that could not be read: missing or foreign, or a failure that may pass. */
export function LoadFailure({ error, isRetrying, onRetry, onNew }: LoadFailureProps) {
  const status = error instanceof RequestError ? error.status : null
  if (status === 404 || status === 400) {
    return (
      <EmptyState
        icon={<MessageSquareOff />}
        title="This conversation is not available"
        description="It may have been deleted, or the link belongs to someone else."
        action={<Button onClick={onNew}>New conversation</Button>}
      />
    )
  }
  return (
    <ErrorPanel
      title="The conversation could not be loaded"
      message={failureText(error, 'Check your connection and try again.')}
      requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  )
}

export function ThreadSkeleton() {
  return (
    <div className="flex flex-col gap-5" role="status" aria-label="Loading the conversation">
      <span className="self-end">
        <Skeleton className="h-10 w-64 max-w-full rounded-card" />
      </span>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-24 rounded-card" />
    </div>
  )
}
