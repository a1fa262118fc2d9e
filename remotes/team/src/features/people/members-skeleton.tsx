import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'

export function MembersSkeleton({ label }: { readonly label: string }) {
  return (
    <SkeletonList label={label} count={5}>
      <div className="flex items-center gap-3 border-subtle border-t px-4 py-3 first:border-t-0">
        <Skeleton className="h-8 w-8 shrink-0 rounded-pill" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-2.5 w-3/5" />
        </div>
        <Skeleton className="h-5 w-18 rounded-pill" />
      </div>
    </SkeletonList>
  )
}
