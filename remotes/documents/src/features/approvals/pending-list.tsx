import type { PendingApproval } from '@portal/contracts/approvals'
import { Link } from '@portal/remote-kit/link'
import { useSession } from '@portal/remote-kit/session'
import { Badge } from '@portal/ui/badge'
import { Button, buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { ClipboardCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { differencePath, textPath, useNameOf } from '../versions/queries.ts'
import { ReviewDialog } from './review-dialog.tsx'

/** What awaits a decision, due first, each with its review. */
export function PendingList({ pending }: { readonly pending: readonly PendingApproval[] }) {
  /** As it was opened: the review stays, with its comment, when others decide meanwhile. */
  const [reviewed, setReviewed] = useState<PendingApproval | null>(null)
  return (
    <>
      {pending.length === 0 && (
        <EmptyState
          icon={<ClipboardCheck />}
          title="No pending approvals"
          description="Versions that await your decision appear here."
        />
      )}
      {pending.length > 0 && (
        <ul aria-label="Pending approvals" className="flex flex-col gap-3">
          {pending.map((approval) => (
            <li key={approval.id}>
              <PendingRow approval={approval} onReview={() => setReviewed(approval)} />
            </li>
          ))}
        </ul>
      )}
      {reviewed && (
        <ReviewDialog
          approval={pending.find(({ id }) => id === reviewed.id) ?? reviewed}
          isAwaited={pending.some(({ id }) => id === reviewed.id)}
          onClose={() => setReviewed(null)}
        />
      )}
    </>
  )
}

interface PendingRowProps {
  readonly approval: PendingApproval
  readonly onReview: () => void
}

function PendingRow({ approval, onReview }: PendingRowProps) {
  const { version, dueAt, approverUserId, delegateUserId } = approval
  const { person } = useSession()
  const nameOf = useNameOf()
  const titleId = useId()
  const isOverdue = dueAt !== null && Date.parse(dueAt) < Date.now()
  const about = version.changes || (version.title !== version.documentTitle && version.title)
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-card border border-default bg-panel p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={titleId} className="min-w-0 font-semibold text-14">
          <bdi className="break-words">{version.documentTitle}</bdi>, version {version.version}
        </h2>
        {isOverdue && <Badge tone="danger">Overdue</Badge>}
        {person?.id !== approverUserId && <Badge tone="info">For {nameOf(approverUserId)}</Badge>}
        {person?.id === approverUserId && delegateUserId !== null && (
          <Badge tone="outline">{nameOf(delegateUserId)} may decide too</Badge>
        )}
      </div>
      {about && (
        <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words text-13 text-secondary">
          {about}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto min-w-0 text-12 text-tertiary">
          ID <bdi>{version.customId}</bdi>, asked <RelativeTime at={approval.createdAt} /> by{' '}
          <bdi>{nameOf(version.createdBy)}</bdi>
          {dueAt !== null && (
            <>
              , due <RelativeTime at={dueAt} />
            </>
          )}
        </span>
        <span className="flex flex-wrap gap-2">
          {version.version > 1 && (
            <Link
              to={differencePath(version)}
              className={buttonClass({ size: 'sm' })}
              aria-describedby={titleId}
            >
              See what changed
            </Link>
          )}
          <Link to={textPath(version)} className={buttonClass({ size: 'sm' })} aria-describedby={titleId}>
            Read the text
          </Link>
          <Button size="sm" variant="primary" aria-describedby={titleId} onClick={onReview}>
            Review
          </Button>
        </span>
      </div>
    </article>
  )
}
