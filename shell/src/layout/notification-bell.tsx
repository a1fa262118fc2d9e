import type { Notification, UnreadNotifications } from '@portal/contracts/notifications'
import { notificationsApi } from '@portal/contracts/notifications'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteMutation, useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { NotificationList } from '@portal/ui/notification-list'
import { RelativeTime } from '@portal/ui/relative-time'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { useQuery } from '@tanstack/react-query'

/** The newest that the bell shows; the others are on the page. */
const shownAtOnce = 5

/** The bell of the header. While the service is away it has no count, and says so when opened. */
export function NotificationBell() {
  const mayRead = useCan(notificationsApi.listNotifications)
  const unread = useUnread(mayRead)
  if (!mayRead) return <NotificationList />
  return <NotificationList unread={unread}>{(close) => <Newest onChoose={close} />}</NotificationList>
}

/** The count, while it is known: one that could not be read again is of another time. */
function useUnread(isEnabled: boolean): number | undefined {
  const { data, isError } = useQuery<UnreadNotifications>({
    queryKey: [notificationsApi.countUnreadNotifications.path],
    enabled: isEnabled,
  })
  return isError ? undefined : data?.unread
}

interface ChosenProps {
  /** A link was chosen. */
  readonly onChoose: () => void
}

function Newest({ onChoose }: ChosenProps) {
  const newest = useRouteQuery(notificationsApi.listNotifications, { query: { limit: shownAtOnce } })
  // Opening the list reads a count again that is not known.
  useUnread(true)
  return (
    <section aria-label="Newest notifications" className="border-default not-last:border-b">
      <header className="flex min-h-11 items-center justify-between gap-2 border-subtle border-b px-4">
        <h2 className="font-semibold">Notifications</h2>
        <Link to="/notifications" onClick={onChoose} className="text-accent-text underline">
          See all
        </Link>
      </header>
      {newest.isPending && (
        <RowsSkeleton label="Loading notifications" count={2} rowClass="h-16" lines={['w-2/3', 'w-1/2']} />
      )}
      <ReadFailure title="Your notifications could not be loaded" query={newest} />
      {newest.data?.length === 0 && (
        <p className="px-4 py-6 text-center text-secondary">Nothing has happened that concerns you.</p>
      )}
      <ul className="divide-y divide-subtle">
        {newest.data?.map((notification) => (
          <NewestRow key={notification.id} {...{ notification, onChoose }} />
        ))}
      </ul>
    </section>
  )
}

interface NewestRowProps extends ChosenProps {
  readonly notification: Notification
}

function NewestRow({ notification, onChoose }: NewestRowProps) {
  const { id, title, text, link, isRead, createdAt } = notification
  const reading = useRouteMutation(notificationsApi.markNotificationsRead, {
    refreshes: [notificationsApi.listNotifications.path],
  })
  const choose = () => {
    if (!isRead) reading.mutate({ body: { ids: [id] } })
    onChoose()
  }
  return (
    <li>
      <Link to={link} onClick={choose} className="flex items-start gap-2 px-4 py-3 hover:bg-hover">
        <span
          aria-hidden="true"
          className={`mt-1.5 size-2 shrink-0 rounded-pill ${isRead ? '' : 'bg-accent'}`}
        />
        <span className="min-w-0 flex-1">
          <span className={`block ${isRead ? 'text-secondary' : 'font-semibold'}`}>
            {!isRead && <span className="sr-only">Unread: </span>}
            {text}
          </span>
          <bdi className="block truncate text-secondary">{title}</bdi>
          <RelativeTime at={createdAt} className="text-12 text-tertiary" />
        </span>
      </Link>
    </li>
  )
}
