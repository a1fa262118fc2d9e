import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export interface MoreRowsProps {
  readonly shown: number
  readonly found: number
  /** What the rows are, in the plural. */
  readonly what: string
  readonly onMore: () => void
  readonly className?: string | undefined
}

/**
 * How many rows of those found are shown, and a button for more; nothing while all are. After the
 * last ones focus moves here.
 */
export function MoreRows({ shown, found, what, onMore, className }: MoreRowsProps) {
  const [isExpanded, setExpanded] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const hasMore = shown < found
  useEffect(() => {
    if (isExpanded && !hasMore && document.activeElement === document.body)
      end.current?.focus({ preventScroll: true })
  }, [isExpanded, hasMore])
  if (!hasMore && !isExpanded) return null
  return (
    <div
      ref={end}
      tabIndex={-1}
      className={classNames(
        'flex flex-wrap items-center gap-3 text-13 text-secondary outline-none',
        className ?? 'py-1',
      )}
    >
      {shown} of {found} {what}
      {hasMore && (
        <Button
          size="sm"
          aria-label={`Show more ${what}`}
          onClick={() => {
            setExpanded(true)
            onMore()
          }}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
