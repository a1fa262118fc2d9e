import { RequestError } from '@portal/contracts/client'
import { usePortal } from '@portal/remote-kit/portal-context'
import { failureText, isUnauthorized } from '@portal/remote-kit/unauthorized'
import { ErrorPanel } from '@portal/ui/error-panel'
import type { UseQueryResult } from '@tanstack/react-query'

export interface ReadFailureProps {
  /** What could not be read, as one sentence. */
  readonly title: string
  /** The read that failed. */
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching'> & { readonly refetch: () => unknown }
}

/** Says why a read failed and offers to try again, or to log in if it was a 401; else nothing. */
export function ReadFailure({ title, query: { error, isFetching, refetch } }: ReadFailureProps) {
  const { login } = usePortal()
  if (!error) return null
  return (
    <ErrorPanel
      title={title}
      message={failureText(error, 'Check your connection and try again.')}
      requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
      {...(isUnauthorized(error)
        ? { onLogin: login }
        : { onRetry: () => void refetch(), isRetrying: isFetching })}
    />
  )
}
