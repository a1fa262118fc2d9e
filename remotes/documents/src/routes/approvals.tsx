import { documentsApi } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useCan } from '@portal/remote-kit/session'
import { buttonClass } from '@portal/ui/button'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { AbsenceNote } from '../features/approvals/absence-note.tsx'
import { PendingList } from '../features/approvals/pending-list.tsx'
import { usePendingApprovals } from '../features/versions/queries.ts'

/** Everything that awaits one's decision, of all documents. */
export function Screen() {
  const pending = usePendingApprovals()
  const seesRules = useCan(documentsApi.listApprovalRules)
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-20">Approvals</h1>
          <p className="mt-1 text-13 text-secondary">
            Versions that await your decision, or that of somebody whose delegate you are.
          </p>
        </div>
        {seesRules && (
          <Link to="/approvals/rules" className={buttonClass()}>
            Approval rules
          </Link>
        )}
      </header>
      {pending.isPending && (
        <SkeletonList label="Loading approvals" count={3} className="flex flex-col gap-3">
          <Skeleton className="h-28 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="The approvals could not be loaded" query={pending} />
      {pending.data && <PendingList pending={pending.data} />}
      <AbsenceNote />
    </div>
  )
}
