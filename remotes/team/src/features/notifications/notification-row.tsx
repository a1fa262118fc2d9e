import { type Notification, notificationsApi } from '@portal/contracts/notifications'
import { Link } from '@portal/remote-kit/link'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { RelativeTime } from '@portal/ui/relative-time'
import {
  Bell,
  BookOpenCheck,
  CalendarClock,
  ClipboardCheck,
  FileCheck,
  FilePen,
  FileX,
  type LucideIcon,
  MessageSquareText,
} from 'lucide-react'

/** Icons by the first word of a kind, or by the whole kind. */
const icons: Readonly<Record<string, LucideIcon>> = {
  approval: ClipboardCheck,
  version: FileCheck,
  acknowledgement: BookOpenCheck,
  comment: MessageSquareText,
  'version.rejected': FileX,
  'version.changes-requested': FilePen,
  'document.review_due': CalendarClock,
  'document.ingestion-changed': FileX,
  'document.readable': FileCheck,
  'document.ready': FileCheck,
}

/** A notification as a link to what it is about; following it reads it. */
export function NotificationRow({ notification }: { readonly notification: Notification }) {
  const { id, kind, title, text, link, dueAt, isRead, createdAt } = notification
  const reading = useRouteMutation(notificationsApi.markNotificationsRead, {
    refreshes: [notificationsApi.listNotifications.path],
  })
  const Icon = icons[kind] ?? icons[kind.split('.')[0] ?? ''] ?? Bell
  const isOverdue = dueAt !== null && Date.parse(dueAt) < Date.now()
  return (
    <li className="border-subtle border-t first:border-t-0">
      <Link
        to={link}
        onClick={() => !isRead && reading.mutate({ body: { ids: [id] } })}
        className="flex items-start gap-3 px-4 py-3 hover:bg-hover md:gap-4"
      >
        <span className="relative grid size-8 shrink-0 place-items-center rounded-control bg-sunken text-tertiary">
          <Icon aria-hidden="true" className="size-4" />
          {!isRead && (
            <span aria-hidden="true" className="-top-1 -right-1 absolute size-2.5 rounded-pill bg-accent" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className={`block text-14 ${isRead ? 'text-secondary' : 'font-semibold'}`}>
            {!isRead && <span className="sr-only">Unread: </span>}
            {text}
          </span>
          <bdi className="block break-words text-13 text-secondary">{title}</bdi>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-12 text-tertiary">
            <RelativeTime at={createdAt} />
            {dueAt !== null && !isRead && (
              <Badge tone={isOverdue ? 'danger' : 'warning'}>
                <span>
                  Due <RelativeTime at={dueAt} />
                </span>
              </Badge>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
