import { classNames } from './class-names.ts'

/** Holds the place of what is coming, in its size (give width and height as classes). Silent: the region says "Loading". */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block h-3 animate-pulse rounded-[4px] bg-track', className)}
    />
  )
}
