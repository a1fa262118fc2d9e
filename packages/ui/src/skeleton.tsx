import { classNames } from './class-names.ts'

/** A placeholder in the size of what loads. Silent: its region says "Loading". */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block h-3 animate-pulse rounded-[4px] bg-track', className)}
    />
  )
}

/**
 * Marks a part that may still grow, where it shows nothing of that yet. Inside an element with
 * `data-in-order`, what follows the part is a block until the mark is gone, or for 8 s.
 */
export function Unsettled() {
  return <span hidden data-unsettled="" />
}
