import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { MessageSquare } from 'lucide-react'
import type { Commenting } from './commenting.ts'

/** Shows and hides the comments of the version, and says how many are open. */
export function CommentsButton({ commenting }: { readonly commenting: Commenting }) {
  const { mayComment, query, open, isShown, showAll, close } = commenting
  if (!mayComment) return null
  return (
    <Button size="sm" aria-expanded={isShown} onClick={isShown ? close : showAll}>
      <MessageSquare aria-hidden="true" className="size-3.5" />
      <span className="max-sm:sr-only">Comments</span>
      {/* None is said too, and has its place before they have come: the toolbar must not wrap anew. */}
      <span className={classNames('tabular-nums', !query.data && 'invisible')}>
        {open.length}
        <span className="sr-only"> open</span>
      </span>
    </Button>
  )
}
