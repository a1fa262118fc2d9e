import { buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Span } from '../reading/spans.ts'
import { usePassageActs } from './commenting.ts'

export interface PassageCommentsProps {
  readonly span: Span
  readonly text: string
}

/**
 * The way to comment on a paragraph without selecting text, and to the threads that begin in it.
 * Its element must be inside a `group` of its own.
 */
export function PassageComments({ span, text }: PassageCommentsProps) {
  const commenting = usePassageActs()
  if (!commenting) return null
  const here = commenting.open.filter(({ start }) => start >= span.start && start < span.end)
  const [first] = here
  const words = text.trim().replace(/\s+/g, ' ')
  const about = words.length > 40 ? `${words.slice(0, 40).trimEnd()}…` : words
  if (words === '') return null
  return (
    <span className="flex items-start" data-no-passage>
      {first ? (
        <PlainButton
          label={`${here.length === 1 ? 'Comment' : `${here.length} comments`} on “${about}”, show`}
          onClick={() => commenting.showThread(first)}
        >
          <MessageSquare aria-hidden="true" className="size-4 fill-(--mark-bg)" />
        </PlainButton>
      ) : (
        <PlainButton
          label={`Comment on “${about}”`}
          className="opacity-0 transition-opacity focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-60"
          onClick={() => commenting.begin(trimmed(span, text))}
        >
          <MessageSquarePlus aria-hidden="true" className="size-4" />
        </PlainButton>
      )}
    </span>
  )
}

interface PlainButtonProps {
  readonly label: string
  readonly className?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Without a tooltip of its own: a long text has thousands of these. */
function PlainButton({ label, className, onClick, children }: PlainButtonProps) {
  const look = buttonClass({ variant: 'ghost', size: 'sm', square: true })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(look, className)}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function trimmed({ start: from }: Span, text: string) {
  const start = from + text.length - text.trimStart().length
  const quote = text.trim()
  return { start, end: start + quote.length, quote }
}
