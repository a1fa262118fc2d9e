import type { Document } from '@portal/contracts/documents'
import { Badge } from '@portal/ui/badge'
import { CalendarClock } from 'lucide-react'

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of the calendar as people write it: "31 Jan 2026". */
function shownDay(day: string): string {
  return written.format(Date.parse(`${day}T00:00:00Z`))
}

/** Since when a document applies, and when it is reviewed next; its status says if that is past. */
export function ReviewFacts({ document }: { readonly document: Document }) {
  const { effectiveOn, review } = document
  return (
    <>
      {effectiveOn !== null && (
        <span>
          Effective <time dateTime={effectiveOn}>{shownDay(effectiveOn)}</time>
        </span>
      )}
      <span>Next review {review.nextOn === null ? 'not planned' : shownDay(review.nextOn)}</span>
    </>
  )
}

/** A label for a document whose review is overdue; nothing otherwise. */
export function ReviewOverdue({ review }: Pick<Document, 'review'>) {
  if (!review.isOverdue) return null
  return (
    <Badge tone="danger" icon={<CalendarClock />}>
      Review overdue
    </Badge>
  )
}
