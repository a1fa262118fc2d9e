import { masterApi } from '@portal/contracts/master-admin'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { Trash2 } from 'lucide-react'
import { DeletionCard } from '../features/deletions/deletion-card.tsx'
import { MasterPage } from '../features/page/master-page.tsx'

/** The ledger of deleted organizations (decision 38). */
export function Screen() {
  return (
    <MasterPage title="Deletions" subtitle="Deleted organizations, and what every store has removed of them">
      <DeletionList />
    </MasterPage>
  )
}

function DeletionList() {
  const deletions = useRouteQuery(masterApi.listDeletions, {})
  return (
    <>
      {deletions.isPending && (
        <div role="status" aria-label="Loading deletions" className="flex flex-col gap-4">
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
        </div>
      )}
      <ReadFailure title="The deletions could not be loaded" query={deletions} />
      {deletions.data?.length === 0 && (
        <EmptyState
          icon={<Trash2 />}
          title="No deletions yet"
          description="When an organization is deleted, this page shows what every store has removed."
        />
      )}
      {deletions.data && deletions.data.length > 0 && (
        <ul aria-label="Deletions" className="flex flex-col gap-4">
          {deletions.data.map((deletion) => (
            <li key={deletion.organizationId}>
              <DeletionCard
                deletion={deletion}
                isRefreshing={deletions.isFetching}
                onRefresh={() => void deletions.refetch()}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
