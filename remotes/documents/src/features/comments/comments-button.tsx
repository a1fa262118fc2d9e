import { Button } from '@portal/ui/button'
import { MessageSquare } from 'lucide-react'
import type { Commenting } from './commenting.ts'

/** Shows and hides the comments of the version, and says how many are open. */
export function CommentsButton({ commenting }: { readonly commenting: Commenting }) {
  const { mayComment, open, isShown, showAll, close } = commenting
  if (!mayComment) return null
  return (
    <Button size="sm" aria-expanded={isShown} onClick={isShown ? close : showAll}>
      <MessageSquare aria-hidden="true" className="size-3.5" />
      Comments
      {open.length > 0 && (
        <span className="tabular-nums">
          {open.length}
          <span className="sr-only"> open</span>
        </span>
      )}
    </Button>
  )
}
