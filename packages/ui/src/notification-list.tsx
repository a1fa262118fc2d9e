import { Bell, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { AppScope } from './app-scope.tsx'
import { Button } from './button.tsx'
import { counted } from './counted.ts'
import { IconButton } from './icon-button.tsx'
import { RelativeTime } from './relative-time.tsx'
import { dismissNotice, readToasts, subscribeToasts, type Toast } from './toast.ts'

/** Decision 45: this page's errors, still readable after their toasts have gone. */
export function NotificationList() {
  const { notices } = useSyncExternalStore(subscribeToasts, readToasts, readToasts)
  const name = notices.length === 0 ? 'Notifications' : `Notifications, ${counted(notices.length, 'error')}`
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="ghost" square aria-label={name} className="relative">
          <Bell aria-hidden="true" className="size-4" />
          {notices.length > 0 && (
            <span className="absolute top-1.5 right-1.5 size-2 rounded-pill bg-danger" />
          )}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <AppScope>
          <Popover.Content
            align="end"
            sideOffset={4}
            collisionPadding={8}
            aria-label="Notifications"
            className="z-(--z-popover) w-90 max-w-[calc(100vw-16px)] animate-appear rounded-card bg-raised text-13 shadow-popover outline-none"
          >
            <header className="flex min-h-11 items-center justify-between gap-2 border-subtle border-b px-4">
              <h2 className="font-semibold">Notifications</h2>
              {notices.length > 0 && (
                <Button variant="ghost" size="sm" onClick={() => dismissNotice('all')}>
                  Clear all
                </Button>
              )}
            </header>
            {notices.length === 0 ? (
              <p className="px-4 py-6 text-center text-secondary">No errors in this visit.</p>
            ) : (
              <ul className="max-h-96 divide-y divide-subtle overflow-y-auto">
                {notices.map((notice) => (
                  <NoticeRow key={notice.id} notice={notice} />
                ))}
              </ul>
            )}
          </Popover.Content>
        </AppScope>
      </Popover.Portal>
    </Popover.Root>
  )
}

function NoticeRow({ notice }: { notice: Toast }) {
  return (
    <li className="flex items-start gap-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{notice.title}</p>
        {notice.description && <p className="text-secondary">{notice.description}</p>}
        <RelativeTime at={new Date(notice.raisedAt).toISOString()} className="text-12 text-tertiary" />
      </div>
      <IconButton
        label={`Dismiss: ${notice.title}`}
        size="sm"
        icon={<X aria-hidden="true" className="size-3.5" />}
        onClick={() => dismissNotice(notice.id)}
      />
    </li>
  )
}
