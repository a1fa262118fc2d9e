import { classNames } from './class-names.ts'

/** A spinner. Decorative: the label next to it says what is happening. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-3.5 shrink-0 animate-spin rounded-pill border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}
