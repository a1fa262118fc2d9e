import type { ReactNode } from 'react'
import { Fragment } from 'react'

export interface SkeletonListProps {
  /** What is loading, for assistive technology. */
  readonly label: string
  readonly count: number
  readonly className?: string
  /** One entry, of the size that comes. */
  readonly children: ReactNode
}

/** Holds the place of a list that is loading: the same entry so many times, announced once. */
export function SkeletonList({ label, count, className, children }: SkeletonListProps) {
  const places = Array.from({ length: count }, (_, place) => place)
  return (
    <div role="status" aria-label={label} className={className}>
      {places.map((place) => (
        <Fragment key={place}>{children}</Fragment>
      ))}
    </div>
  )
}
