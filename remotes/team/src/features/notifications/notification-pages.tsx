import { type Notification, notificationsApi } from '@portal/contracts/notifications'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRoutePages, useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { BellOff } from 'lucide-react'
import { NotificationRow } from './notification-row.tsx'

/** As many as are read at once. */
const limit = 50

/** Everything that concerned the person, newest first. */
export function NotificationPages() {
  const pages = useRoutePages(
    notificationsApi.listNotifications,
    { query: { limit } },
    { nextCursor: (page) => (page.length < limit ? undefined : page.at(-1)?.id) },
  )
  const rows = pages.data?.pages.flat() ?? []
  if (pages.isPending)
    return (
      <RowsSkeleton
        label="Loading your notifications"
        count={5}
        rowClass="h-18 gap-4"
        lines={['w-2/5', 'w-1/4']}
        end="h-3 w-16"
        isFramed
      />
    )
  if (!pages.data) return <ReadFailure title="Your notifications could not be loaded" query={pages} />
  return (
    <>
      <ReadFailure title="Your notifications could not be loaded again" query={pages} />
      <Card title="All notifications" aside={<ReadAll newest={rows[0]} />}>
        {rows.length === 0 && (
          <EmptyState
            icon={<BellOff />}
            title="No notifications"
            description="You are notified when a version awaits your approval, when yours was decided, and when you are asked to read a document."
          />
        )}
        <ul aria-label="Notifications">
          {rows.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} />
          ))}
        </ul>
      </Card>
      {pages.hasNextPage && (
        <Button
          className="self-center"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Loading...' : 'Show older notifications'}
        </Button>
      )}
    </>
  )
}

/** Only what is on the page already: a notification that comes in meanwhile stays unread. */
function ReadAll({ newest }: { readonly newest: Notification | undefined }) {
  const count = useRouteQuery(notificationsApi.countUnreadNotifications, {})
  const reading = useReportedMutation(notificationsApi.markNotificationsRead, {
    refreshes: [notificationsApi.listNotifications.path],
    failure: 'Failed to mark the notifications as read',
  })
  return (
    <>
      <span className="sr-only" role="status">
        {count.data === undefined ? '' : `${count.data.unread} unread`}
      </span>
      <Button
        size="sm"
        disabled={newest === undefined || count.data?.unread === 0}
        busy={reading.isPending}
        onClick={() => newest && reading.mutate({ body: { all: true, upTo: newest.id } })}
      >
        Mark all as read
      </Button>
    </>
  )
}
