import { Skeleton } from '@portal/ui/skeleton'

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Cards of the size that comes. */
export function LibrarySkeleton() {
  return (
    <div
      className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3"
      role="status"
      aria-label="Loading documents"
    >
      {places.map((place) => (
        <Skeleton key={place} className="h-56 rounded-card" />
      ))}
    </div>
  )
}
