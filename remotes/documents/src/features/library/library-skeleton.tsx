import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'

/** Cards of the size that comes. */
export function LibrarySkeleton() {
  return (
    <SkeletonList
      label="Loading documents"
      count={6}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4"
    >
      <div className="flex h-57 flex-col gap-3 rounded-card border border-default bg-panel p-4">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="mt-auto h-4 w-1/2" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-7 w-full" />
      </div>
    </SkeletonList>
  )
}
