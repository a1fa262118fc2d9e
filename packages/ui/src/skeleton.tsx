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
