import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { Unsettled } from './skeleton.tsx'

export interface SkeletonListProps {
  /** What is loading, for assistive technology. */
  readonly label: string
  readonly count: number
  readonly className?: string
  /** One entry, of the size that comes. */
  readonly children: ReactNode
}

/**
 * A placeholder for a loading list: one entry repeated, announced once. How many come is not known,
 * so what follows may wait.
 */
export function SkeletonList({ label, count, className, children }: SkeletonListProps) {
  const rows = Array.from({ length: count }, (_, row) => row)
  return (
    <div role="status" aria-label={label} className={className}>
      {rows.map((row) => (
        <Fragment key={row}>{children}</Fragment>
      ))}
      <Unsettled />
    </div>
  )
}
