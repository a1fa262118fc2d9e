import type { Citation } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { ErrorPanel } from '@portal/ui/error-panel'

export interface SourceFailureProps {
  readonly error: Error
  readonly citation: Citation
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** A version replaced or withdrawn since may be gone for this person; the quotation remains. */
export function SourceFailure({ error, citation, isRetrying, onRetry }: SourceFailureProps) {
  const isGone = error instanceof RequestError && error.status === 404
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-4">
      <ErrorPanel
        title={isGone ? 'This source is no longer available' : 'The source could not be loaded'}
        message={
          isGone
            ? 'The document was replaced or withdrawn after this answer. What was quoted stands below.'
            : 'What was quoted stands below.'
        }
        requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
        onRetry={isGone ? undefined : onRetry}
        isRetrying={isRetrying}
      />
      <h3 className="font-semibold text-14" dir="auto">
        {citation.title}
      </h3>
      <blockquote
        className="whitespace-pre-wrap border-(--mark-edge) border-l-3 pl-3 text-13 leading-prose"
        dir="auto"
      >
        {citation.quote}
      </blockquote>
    </div>
  )
}
