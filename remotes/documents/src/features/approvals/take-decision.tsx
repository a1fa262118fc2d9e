import { documentsApi } from '@portal/contracts/documents'
import { commentLengthMax } from '@portal/contracts/versions'
import { MeanwhileNote } from '@portal/remote-kit/meanwhile-note'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { Button } from '@portal/ui/button'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useState } from 'react'
import { refreshedReads } from '../versions/queries.ts'

/** A decision as it is written and sent. */
export type TakenDecision = ReturnType<typeof useDecision>

interface DecisionOptions {
  readonly approvalId: string
  /** Whether it still awaits the decision; what was typed stays when it no longer does. */
  readonly isAwaited: boolean
  /** Called once the server has the decision. */
  readonly onDone: () => void
}

/** The decision on an approval with its comment. */
export function useDecision({ approvalId, isAwaited, onDone }: DecisionOptions) {
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
    comments,
    setComments: (text: string) => setComments(text),
    isBusy,
    isAwaited: isAwaited || isBusy,
    decide: (status: 'approved' | 'rejected') =>
      deciding.mutate({ params, body: { status, ...(comments.trim() === '' ? {} : { comments }) } }),
    requestChanges: () => requesting.mutate({ params, body: { comments } }),
  }
}

/** What the author and auditors read beside the decision. */
export function DecisionComment({ decision }: { readonly decision: TakenDecision }) {
  const { comments, setComments, isAwaited } = decision
  return (
    <>
      <MeanwhileNote>
        {!isAwaited &&
          `This no longer awaits your decision.${comments.trim() === '' ? '' : ' You can still copy what you have typed.'}`}
      </MeanwhileNote>
      <TextAreaField
        label="Comments"
        optional
        hint="Requesting changes needs a comment that says what to change."
        maxLength={commentLengthMax}
        readOnly={!isAwaited}
        value={comments}
        onChange={(event) => setComments(event.target.value)}
      />
    </>
  )
}

/** The three answers to an approval, the primary one last. */
export function DecisionButtons({ decision }: { readonly decision: TakenDecision }) {
  const { comments, decide, requestChanges } = decision
  const isHeld = decision.isBusy || !decision.isAwaited
  return (
    <div className="flex flex-1 flex-wrap justify-end gap-2 @max-[20rem]:*:flex-1">
      <Button disabled={isHeld || comments.trim() === ''} onClick={requestChanges}>
        Request changes
      </Button>
      <Button variant="danger-quiet" disabled={isHeld} onClick={() => decide('rejected')}>
        Reject
      </Button>
      <Button variant="primary" disabled={isHeld} onClick={() => decide('approved')}>
        Approve
      </Button>
    </div>
  )
}
