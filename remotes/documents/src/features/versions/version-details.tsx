import type { Approval } from '@portal/contracts/approvals'
import type { DocumentVersion } from '@portal/contracts/versions'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Badge } from '@portal/ui/badge'
import { Dialog } from '@portal/ui/dialog'
import { RelativeTime } from '@portal/ui/relative-time'
import { Skeleton } from '@portal/ui/skeleton'
import type { ReactNode } from 'react'
import { DelegateField } from './delegate-field.tsx'
import { useApprovals, useNameOf } from './queries.ts'
import { VersionFacts } from './version-facts.tsx'
import { ApprovalStatusBadge } from './version-status.tsx'

export interface VersionDetailsProps {
  readonly version: DocumentVersion
  readonly onClose: () => void
  /** What is shown between the facts and the approvals. */
  readonly children?: ReactNode
}

/** A version's facts, the beginning of its text, and who has decided what. */
export function VersionDetails({ version, onClose, children }: VersionDetailsProps) {
  return (
    <Dialog wide title={`Version ${version.version}: ${version.title}`} onClose={onClose}>
      <VersionFacts version={version} />
      {children}
      <Approvals version={version} />
    </Dialog>
  )
}

function Approvals({ version }: Pick<VersionDetailsProps, 'version'>) {
  const approvals = useApprovals(version.id)
  return (
    <section aria-label="Approvals">
      <h3 className="mb-1.5 font-medium text-13">Approvals</h3>
      {approvals.isPending && <Skeleton className="h-8 w-full" />}
      <ReadFailure title="The approvals could not be loaded" query={approvals} />
      {approvals.data?.length === 0 && (
        <p className="text-13 text-secondary">Nobody was asked to approve this version.</p>
      )}
      <ul className="flex flex-col gap-2">
        {approvals.data?.map((approval) => (
          <li key={approval.id} className="rounded-control border border-default p-2.5 text-13">
            <AskedApprover approval={approval} />
            {approval.comments && (
              <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-secondary">
                {approval.comments}
              </p>
            )}
            <div className="mt-2 empty:hidden">
              <DelegateField approval={approval} authorId={version.createdBy} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who was asked, and what came of it: a delegate's decision is named as theirs. */
function AskedApprover({ approval }: { readonly approval: Approval }) {
  const { approverUserId, delegateUserId, status, round, stage, dueAt, decidedAt, decidedBy } = approval
  const nameOf = useNameOf()
  const isOpen = status === 'waiting' || status === 'pending'
  return (
    <span className="flex flex-wrap items-center gap-2">
      <bdi className="font-medium">{nameOf(approverUserId)}</bdi>
      <ApprovalStatusBadge status={status} />
      <span className="text-12 text-tertiary">
        Round {round}, stage {stage}
        {status === 'pending' && dueAt !== null && (
          <>
            , due <RelativeTime at={dueAt} />
          </>
        )}
        {decidedAt !== null && (
          <>
            , decided <RelativeTime at={decidedAt} />
          </>
        )}
        {decidedBy !== null && decidedBy !== approverUserId && (
          <>
            {' '}
            by <bdi>{nameOf(decidedBy)}</bdi>
          </>
        )}
      </span>
      {isOpen && delegateUserId !== null && (
        <Badge tone="outline">{nameOf(delegateUserId)} may decide too</Badge>
      )}
    </span>
  )
}
