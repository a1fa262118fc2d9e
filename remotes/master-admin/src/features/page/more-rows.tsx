import { Button } from '@portal/ui/button'

export interface MoreRowsProps {
  readonly shown: number
  readonly found: number
  /** What the rows are, in the plural. */
  readonly what: string
  readonly onMore: () => void
}

/** How many of those found are drawn, and a button for more. Nothing while all are. */
export function MoreRows({ shown, found, what, onMore }: MoreRowsProps) {
  if (shown >= found) return null
  return (
    <div className="flex flex-wrap items-center gap-3 py-1 text-13 text-secondary">
      {shown} of {found} {what}
      <Button size="sm" onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
