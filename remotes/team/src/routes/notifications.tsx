import { DigestSwitch } from '../features/notifications/digest-switch.tsx'
import { NotificationPages } from '../features/notifications/notification-pages.tsx'

/** What concerns the person, and whether it comes by mail too. */
export function Screen() {
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Notifications</h1>
        <p className="mt-1 text-13 text-secondary">
          What happens to documents and matters to you. Notifications are kept for 90 days.
        </p>
      </header>
      <NotificationPages />
      <DigestSwitch />
    </div>
  )
}
