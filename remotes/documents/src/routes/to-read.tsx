import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { GivenList } from '../features/acknowledgements/given-list.tsx'
import { useGivenReading, usePendingReading } from '../features/acknowledgements/queries.ts'
import { ReadingList } from '../features/acknowledgements/reading-list.tsx'

/** What one is asked to read and acknowledge, then what one has. */
export function Screen() {
  const pending = usePendingReading()
  const given = useGivenReading()
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">To read</h1>
        <p className="mt-1 text-13 text-secondary">
          Documents that you are asked to read. Your acknowledgement is kept with the version and the day.
        </p>
      </header>
      {pending.isPending && (
        <SkeletonList label="Loading what to read" count={2} className="flex flex-col gap-3">
          <Skeleton className="h-28 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="What you are asked to read could not be loaded" query={pending} />
      {pending.data && <ReadingList pending={pending.data} />}
      <ReadFailure title="Your acknowledgements could not be loaded" query={given} />
      {given.data && <GivenList given={given.data} />}
    </div>
  )
}
