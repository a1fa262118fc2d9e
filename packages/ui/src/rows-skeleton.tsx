import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { SkeletonList } from './skeleton-list.tsx'

export interface RowsSkeletonProps {
  /** What is loading, for assistive technology. */
  readonly label: string
  readonly count: number
  /** The rows' height and gaps, as classes. */
  readonly rowClass: string
  /** The widths of a row's one or two lines, as classes. */
  readonly lines: readonly [string, string?]
  readonly hasAvatar?: boolean
  /** The size of what a row ends with, as classes. */
  readonly end?: string
  /** Draws the card around the rows. */
  readonly isFramed?: boolean
}

/** Rows of a card or table that loads. */
export function RowsSkeleton(props: RowsSkeletonProps) {
  const { label, count, rowClass, lines, hasAvatar = false, end, isFramed = false } = props
  const frame = isFramed ? 'rounded-card border border-default bg-panel' : ''
  return (
    <SkeletonList label={label} count={count} className={frame}>
      <div className={classNames('flex items-center border-subtle border-t px-4 first:border-t-0', rowClass)}>
        {hasAvatar && <Skeleton className="h-8 w-8 shrink-0 rounded-pill" />}
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className={`h-3.5 ${lines[0]}`} />
          {lines[1] && <Skeleton className={`h-2.5 ${lines[1]}`} />}
        </div>
        {end && <Skeleton className={end} />}
      </div>
    </SkeletonList>
  )
}
