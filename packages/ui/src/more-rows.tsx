import { useEffect, useRef, useState } from 'react'
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

/** How many of those found are drawn, and a button for more. Nothing while all are; who has asked for the last ones goes on from here. */
export function MoreRows({ shown, found, what, onMore, className }: MoreRowsProps) {
  const [isExpanded, setExpanded] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const hasMore = shown < found
  useEffect(() => {
    if (isExpanded && !hasMore && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
  }, [isExpanded, hasMore])
  if (!hasMore && !isExpanded) return null
  return (
    <div
      ref={place}
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
