import { Wifi, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useShell } from '../shell-context.ts'

/**
 * Says that nothing new can come, and when that is over. It takes no presses, and fits between the
 * top bar and the heading of a page.
 */
export function ConnectionNotice() {
  const { connection } = useShell()
  const state = useSyncExternalStore(connection.subscribe, connection.read)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--topbar-height)+1px)] z-(--z-toast) grid justify-items-center px-2 print:hidden"
    >
      {state !== 'fine' && (
        <p className="flex items-center gap-2 rounded-card bg-inverse px-2 py-0.5 text-12 text-inverse md:px-3 md:py-1 md:text-13 shadow-popover">
          {state === 'lost' ? (
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          ) : (
            <Wifi aria-hidden="true" className="size-4 shrink-0" />
          )}
          {state === 'lost' ? (
            <span>
              You are offline. What is open stays readable
              <span className="max-md:sr-only">; the rest comes when the portal can be reached again</span>.
            </span>
          ) : (
            'You are connected again.'
          )}
        </p>
      )}
    </div>
  )
}
