import { Button } from '@portal/ui/button'

interface MoreRowsProps {
  readonly shown: number
  readonly found: number
  /** What the rows are, in the plural. */
  readonly what: string
  readonly onMore: () => void
}

/** How many of the rows found are drawn, and a button for more. Nothing while all are. */
export function MoreRows({ shown, found, what, onMore }: MoreRowsProps) {
  if (shown >= found) return null
  return (
    <footer className="flex flex-wrap items-center gap-3 border-subtle border-t px-4 py-2.5 text-13 text-secondary">
      {shown} of {found} {what}
      <Button size="sm" aria-label={`Show more ${what}`} onClick={onMore}>
        Show more
      </Button>
    </footer>
  )
}
