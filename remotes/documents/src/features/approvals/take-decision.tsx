import { documentsApi } from '@portal/contracts/documents'
import { commentLengthMax } from '@portal/contracts/versions'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { Button } from '@portal/ui/button'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useState } from 'react'
import { refreshedReads } from '../versions/queries.ts'

/** A decision as it is written and sent. */
export type TakenDecision = ReturnType<typeof useDecision>

/** The decision on an approval with its comment; `onDone` once the server has it. */
export function useDecision(approvalId: string, onDone: () => void) {
  const [comments, setComments] = useState('')
  const reported = {
    refreshes: refreshedReads,
    success: 'Approval status updated',
    failure: 'Failed to update the approval status',
    onDone,
  }
  const deciding = useReportedMutation(documentsApi.decideApproval, reported)
  const requesting = useReportedMutation(documentsApi.requestChanges, reported)
  const params = { id: approvalId }
  const isBusy = deciding.isPending || requesting.isPending
  useUnsavedText(() => comments.trim() !== '' && !isBusy)
  return {
    ...{ comments, setComments },
    isBusy,
    decide: (status: 'approved' | 'rejected') =>
      deciding.mutate({ params, body: { status, ...(comments.trim() === '' ? {} : { comments }) } }),
    requestChanges: () => requesting.mutate({ params, body: { comments } }),
  }
}

/** What the author and auditors read beside the decision. */
export function DecisionComment({ decision }: { readonly decision: TakenDecision }) {
  return (
    <TextAreaField
      label="Comments"
      optional
      hint="Requesting changes needs a comment that says what to change."
      maxLength={commentLengthMax}
      value={decision.comments}
      onChange={(event) => decision.setComments(event.target.value)}
    />
  )
}

/** The three answers to an approval, the primary one last. */
export function DecisionButtons({ decision }: { readonly decision: TakenDecision }) {
  const { isBusy, comments, decide, requestChanges } = decision
  return (
    <div className="flex flex-1 flex-wrap justify-end gap-2 @max-[20rem]:*:flex-1">
      <Button disabled={isBusy || comments.trim() === ''} onClick={requestChanges}>
        Request changes
      </Button>
      <Button variant="danger-quiet" disabled={isBusy} onClick={() => decide('rejected')}>
        Reject
      </Button>
      <Button variant="primary" disabled={isBusy} onClick={() => decide('approved')}>
        Approve
      </Button>
    </div>
  )
}
