import { Wifi, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useShell } from '../shell-context.ts'

/** Says that nothing new can come, and when that is over. It covers nothing that can be pressed. */
export function ConnectionNotice() {
  const { connection } = useShell()
  const state = useSyncExternalStore(connection.subscribe, connection.read)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--topbar-height)+8px)] z-(--z-toast) grid justify-items-center px-4 print:hidden"
    >
      {state !== 'fine' && (
        <p className="flex items-center gap-2 rounded-card bg-inverse px-3 py-1.5 text-13 text-inverse shadow-popover">
          {state === 'lost' ? (
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          ) : (
            <Wifi aria-hidden="true" className="size-4 shrink-0" />
          )}
          {state === 'lost'
            ? 'You are offline. What is open stays readable; the rest comes when the portal can be reached again.'
            : 'You are connected again.'}
        </p>
      )}
    </div>
  )
}
