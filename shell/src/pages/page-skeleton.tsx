import { Skeleton } from '@portal/ui/skeleton'

/** A loading screen's placeholder. Appears with a delay, so that quick pages do not flash. */
export function ScreenSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-content px-gutter py-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="mt-3 h-4 w-96 max-w-full" />
      <div className="mt-8 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
          <Skeleton key={card} className="h-40 rounded-card" />
        ))}
      </div>
    </div>
  )
}

/** The whole page before session and screen are known: sidebar, header and screen. */
export function PageSkeleton() {
  return (
    <div className="flex">
      <div className="hidden h-dvh w-sidebar shrink-0 border-default border-r bg-panel md:block" />
      <div className="min-w-0 flex-1">
        <div className="flex h-topbar items-center gap-4 border-default border-b bg-panel px-gutter">
          <Skeleton className="h-4 w-36" />
          <span className="flex-1" />
          <Skeleton className="size-7 rounded-pill" />
        </div>
        <ScreenSkeleton />
      </div>
    </div>
  )
}
