import type { PendingApproval } from '@portal/contracts/approvals'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Dialog } from '@portal/ui/dialog'
import { LoseTextDialog } from '@portal/ui/lose-text-dialog'
import { Skeleton } from '@portal/ui/skeleton'
import { useState } from 'react'
import { OpenComments } from '../comments/open-comments.tsx'
import { DelegateField } from '../versions/delegate-field.tsx'
import { differencePath, textPath, useVersions } from '../versions/queries.ts'
import { VersionFacts } from '../versions/version-facts.tsx'
import { DecisionButtons, DecisionComment, useDecision } from './take-decision.tsx'

export interface ReviewDialogProps {
  readonly approval: PendingApproval
  /** Whether it still awaits the reader's decision. */
  readonly isAwaited: boolean
  readonly onClose: () => void
}

/** Shows the version and takes the decision with its comment. */
export function ReviewDialog({ approval, isAwaited, onClose }: ReviewDialogProps) {
  const { version } = approval
  const decision = useDecision({ approvalId: approval.id, isAwaited, onDone: onClose })
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    if (decision.isBusy) return
    if (decision.comments.trim() === '') onClose()
    else setAsking(true)
  }
  return (
    <Dialog
      wide
      title={`Review version ${version.version}: ${version.title}`}
      description={version.title !== version.documentTitle && <bdi>{version.documentTitle}</bdi>}
      onClose={leave}
      footer={<DecisionButtons decision={decision} />}
    >
      <ReviewedVersion documentId={version.documentId} versionId={version.id} />
      <OpenComments
        version={{ documentId: version.documentId, versionId: version.id }}
        address={
          version.version > 1
            ? `${differencePath(version)}?comments=all`
            : `${textPath(version)}&view=text&comments=all`
        }
      />
      <DecisionComment decision={decision} />
      {decision.isAwaited && (
        <DelegateField approval={approval} authorId={version.createdBy} onDone={onClose} />
      )}
      {isAsking && <LoseTextDialog onStay={() => setAsking(false)} onLeave={onClose} />}
    </Dialog>
  )
}

function ReviewedVersion(props: { readonly documentId: string; readonly versionId: string }) {
  const versions = useVersions(props.documentId)
  const version = versions.data?.find(({ id }) => id === props.versionId)
  const hasOthers = (versions.data?.length ?? 0) > 1
  return (
    <>
      {versions.isPending && <Skeleton className="h-40 w-full" />}
      <ReadFailure title="The version could not be loaded" query={versions} />
      {version && <VersionFacts version={version} />}
      {version && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {hasOthers && <NewTab to={differencePath(version)}>See what changed</NewTab>}
          <NewTab to={textPath(version)}>
            {hasOthers ? 'Read the whole text' : 'Read it and comment on it'}
          </NewTab>
        </p>
      )}
    </>
  )
}

/** In a tab of its own, so that a comment already written is kept (decision 79). */
function NewTab({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="w-fit text-13 text-accent-text underline">
      {children} (opens a new tab)
    </a>
  )
}
