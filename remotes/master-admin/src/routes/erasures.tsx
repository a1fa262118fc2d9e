import { erasureApi } from '@portal/contracts/erasure'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { UserX } from 'lucide-react'
import { ErasureCard } from '../features/erasures/erasure-card.tsx'
import { MasterPage } from '../features/page/master-page.tsx'

/** People to be erased, and the ledger of those who were (decision 71). */
export function Screen() {
  return (
    <MasterPage
      title="Erasures"
      subtitle="People who asked to be erased or were deleted, and what every service has erased"
    >
      <ErasureList />
    </MasterPage>
  )
}

function ErasureList() {
  const erasures = useRouteQuery(erasureApi.listErasures, {})
  const { data } = erasures
  return (
    <>
      {erasures.isPending && (
        <div role="status" aria-label="Loading erasures" className="flex flex-col gap-4">
          <Skeleton className="h-16 rounded-card" />
          <Skeleton className="h-16 rounded-card" />
        </div>
      )}
      <ReadFailure title="The erasures could not be loaded" query={erasures} />
      {data?.length === 0 && (
        <EmptyState
          icon={<UserX />}
          title="Nobody to erase"
          description="People who ask for it in their profile, and users who were deleted, are shown here."
        />
      )}
      {data && data.length > 0 && (
        <ul aria-label="Erasures" className="flex flex-col gap-4">
          {[...data]
            .sort((a, b) => Number(a.finishedAt !== null) - Number(b.finishedAt !== null))
            .map((erasure) => (
              <li key={erasure.id}>
                <ErasureCard erasure={erasure} />
              </li>
            ))}
        </ul>
      )}
    </>
  )
}
