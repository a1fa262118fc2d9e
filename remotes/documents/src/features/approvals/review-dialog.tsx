import type { PendingApproval } from '@portal/contracts/approvals'
import { documentsApi } from '@portal/contracts/documents'
import { commentLengthMax } from '@portal/contracts/versions'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { Button } from '@portal/ui/button'
import { Dialog } from '@portal/ui/dialog'
import { Skeleton } from '@portal/ui/skeleton'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useState } from 'react'
import { OpenComments } from '../comments/open-comments.tsx'
import { DelegateField } from '../versions/delegate-field.tsx'
import { differencePath, refreshedReads, useVersions } from '../versions/queries.ts'
import { VersionFacts } from '../versions/version-facts.tsx'

export interface ReviewDialogProps {
  readonly approval: PendingApproval
  readonly onClose: () => void
}

/** Shows the version and takes the decision with its comment. */
export function ReviewDialog({ approval, onClose }: ReviewDialogProps) {
  const { version } = approval
  const [comments, setComments] = useState('')
  const { isBusy, decide, requestChanges } = useDecision(approval.id, onClose)
  return (
    <Dialog
      wide
      title={`Review version ${version.version}: ${version.title}`}
      description={<bdi>{version.documentTitle}</bdi>}
      onClose={() => !isBusy && onClose()}
      footer={
        <div className="flex flex-1 flex-wrap justify-end gap-2">
          <Button disabled={isBusy || comments.trim() === ''} onClick={() => requestChanges(comments)}>
            Request changes
          </Button>
          <Button variant="danger-quiet" disabled={isBusy} onClick={() => decide('rejected', comments)}>
            Reject
          </Button>
          <Button variant="primary" disabled={isBusy} onClick={() => decide('approved', comments)}>
            Approve
          </Button>
        </div>
      }
    >
      <ReviewedVersion documentId={version.documentId} versionId={version.id} />
      <OpenComments
        version={{ documentId: version.documentId, versionId: version.id }}
        address={`${differencePath({ documentId: version.documentId, id: version.id })}?comments=all`}
      />
      <TextAreaField
        label="Comments"
        optional
        hint="Requesting changes needs a comment that says what to change."
        maxLength={commentLengthMax}
        value={comments}
        onChange={(event) => setComments(event.target.value)}
      />
      <DelegateField approval={approval} authorId={version.createdBy} onDone={onClose} />
    </Dialog>
  )
}

function ReviewedVersion(props: { readonly documentId: string; readonly versionId: string }) {
  const versions = useVersions(props.documentId)
  const version = versions.data?.find(({ id }) => id === props.versionId)
  return (
    <>
      {versions.isPending && <Skeleton className="h-40 w-full" />}
      <ReadFailure title="The version could not be loaded" query={versions} />
      {version && <VersionFacts version={version} />}
      {version && (versions.data?.length ?? 0) > 1 && (
        // In a tab of its own, so that a comment already written is kept (decision 79).
        <a
          href={differencePath(version)}
          target="_blank"
          rel="noreferrer"
          className="w-fit text-13 text-accent-text underline"
        >
          See what changed (opens a new tab)
        </a>
      )}
    </>
  )
}

function useDecision(approvalId: string, onDone: () => void) {
  const reported = {
    refreshes: refreshedReads,
    success: 'Approval status updated',
    failure: 'Failed to update the approval status',
    onDone,
  }
  const deciding = useReportedMutation(documentsApi.decideApproval, reported)
  const requesting = useReportedMutation(documentsApi.requestChanges, reported)
  const params = { id: approvalId }
  return {
    isBusy: deciding.isPending || requesting.isPending,
    decide: (status: 'approved' | 'rejected', comments: string) =>
      deciding.mutate({ params, body: { status, ...(comments.trim() === '' ? {} : { comments }) } }),
    requestChanges: (comments: string) => requesting.mutate({ params, body: { comments } }),
  }
}
