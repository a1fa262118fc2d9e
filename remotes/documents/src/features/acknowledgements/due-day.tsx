import { Badge } from '@portal/ui/badge'

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day in words, as 31 Jan 2026: the same day in every time zone. */
export function dayInWords(day: string): string {
  return written.format(new Date(day))
}

interface DueDayProps {
  readonly dueOn: string | null
  readonly isOverdue: boolean
}

/** The last day for an acknowledgement, or that it is over; nothing without one. */
export function DueDay({ dueOn, isOverdue }: DueDayProps) {
  if (dueOn === null) return null
  const day = <time dateTime={dueOn}>{dayInWords(dueOn)}</time>
  if (isOverdue) return <Badge tone="danger">Overdue since {day}</Badge>
  return <Badge tone="outline">Due {day}</Badge>
}
