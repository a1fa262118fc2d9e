import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export interface MoreRowsProps {
  readonly shown: number
  readonly found: number
  /** What the rows are, in the plural. */
  readonly what: string
  readonly onMore: () => void
  readonly className?: string
}

/** How many of those found are drawn, and a button for more. Nothing while all are. */
export function MoreRows({ shown, found, what, onMore, className }: MoreRowsProps) {
  if (shown >= found) return null
  return (
    <div
      className={classNames('flex flex-wrap items-center gap-3 text-13 text-secondary', className ?? 'py-1')}
    >
      {shown} of {found} {what}
      <Button size="sm" aria-label={`Show more ${what}`} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
