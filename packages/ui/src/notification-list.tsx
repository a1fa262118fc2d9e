import { Bell, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { AppScope } from './app-scope.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useClosedByBack } from './closed-by-back.ts'
import { counted } from './counted.ts'
import { IconButton } from './icon-button.tsx'
import { RelativeTime } from './relative-time.tsx'
import { dismissNotice, readToasts, subscribeToasts, type Toast } from './toast.ts'

/** From the bell's lower edge, in pixels: it is centred in a header of 52. */
const belowHeader = 14

export interface NotificationListProps {
  /** How many notifications the person has not read; unknown counts as none. */
  readonly unread?: number | undefined
  /** Shown above the errors while the list is open; `close` closes it. */
  readonly children?: (close: () => void) => ReactNode
}

/**
 * The bell: what the portal has for the person, and this page's errors, still readable after their
 * toasts have gone (decision 45).
 */
export function NotificationList({ unread = 0, children }: NotificationListProps) {
  const { notices } = useSyncExternalStore(subscribeToasts, readToasts, readToasts)
  const [isOpen, setOpen] = useState(false)
  useClosedByBack(() => setOpen(false), isOpen)
  const hasErrors = notices.length > 0
  const name = [
    'Notifications',
    ...(unread > 0 ? [`${unread} unread`] : []),
    ...(hasErrors ? [counted(notices.length, 'error')] : []),
  ].join(', ')
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button variant="ghost" square aria-label={name} className="relative">
          <Bell aria-hidden="true" className="size-4" />
          {unread > 0 && <UnreadCount count={unread} />}
          {hasErrors && (
            <span
              className={classNames(
                'absolute right-1.5 size-2 rounded-pill bg-danger',
                unread > 0 ? 'bottom-1.5' : 'top-1.5',
              )}
            />
          )}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <AppScope>
          <Popover.Content
            align="end"
            sideOffset={belowHeader}
            collisionPadding={8}
            aria-label="Notifications"
            className="z-(--z-popover) max-h-[calc(100dvh-72px)] w-90 max-w-[calc(100vw-16px)] animate-appear overflow-y-auto rounded-card bg-raised text-13 shadow-popover outline-none"
          >
            {children?.(() => setOpen(false))}
            {(hasErrors || !children) && (
              <Errors notices={notices} title={children ? 'Errors in this visit' : 'Notifications'} />
            )}
          </Popover.Content>
        </AppScope>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ErrorsProps {
  readonly notices: readonly Toast[]
  readonly title: string
}

function Errors({ notices, title }: ErrorsProps) {
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 border-subtle border-b px-4">
        <h2 className="font-semibold">{title}</h2>
        {notices.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => dismissNotice('all')}>
            Clear all
          </Button>
        )}
      </div>
      {notices.length === 0 ? (
        <p className="px-4 py-6 text-center text-secondary">No errors in this visit.</p>
      ) : (
        <ul className="max-h-96 divide-y divide-subtle overflow-y-auto">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Above 99 the exact number is in the name alone. */
function UnreadCount({ count }: { readonly count: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute top-0 right-0 min-w-4 rounded-pill bg-accent px-1 text-center font-semibold text-[0.625rem] text-accent-on leading-4 tabular-nums"
    >
      {count > 99 ? '99+' : count}
    </span>
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
