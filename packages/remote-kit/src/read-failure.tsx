import { RequestError } from '@portal/contracts/client'
import { failureText } from '@portal/remote-kit/unauthorized'
import { ErrorPanel } from '@portal/ui/error-panel'
import type { UseQueryResult } from '@tanstack/react-query'

export interface ReadFailureProps {
  /** What could not be read, as one sentence. */
  readonly title: string
  /** The read that failed. */
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}

/** Says why a read failed and offers to try again; nothing while it has not. */
export function ReadFailure({ title, query: { error, isFetching, refetch } }: ReadFailureProps) {
  if (!error) return null
  return (
    <ErrorPanel
      title={title}
      message={failureText(error, 'Check your connection and try again.')}
      requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}
