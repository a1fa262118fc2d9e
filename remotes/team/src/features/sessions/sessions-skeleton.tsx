import { Skeleton } from '@portal/ui/skeleton'

/** Rows of the size that comes. */
export function SessionsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your sessions"
      className="rounded-card border border-default bg-panel"
    >
      <div className="flex h-12 items-center border-subtle border-b px-4">
        <Skeleton className="h-4 w-36" />
      </div>
      {['first', 'second'].map((place) => (
        <div key={place} className="flex h-15.5 items-center gap-4 px-4">
          <Skeleton className="size-8" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-56" />
          </div>
        </div>
      ))}
    </div>
  )
}
