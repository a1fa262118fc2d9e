import { Wifi, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useShell } from '../shell-context.ts'

/** Says, in the layout's header, that nothing new can come, and when that is over. */
export function ConnectionNotice() {
  const { connection } = useShell()
  const state = useSyncExternalStore(connection.subscribe, connection.read)
  const isLost = state === 'lost'
  const Icon = isLost ? WifiOff : Wifi
  return (
    <div role="status" className="min-w-0 print:hidden">
      {state !== 'fine' && (
        <p className="flex items-center gap-2 rounded-control bg-inverse px-2 py-1 text-12 text-inverse">
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span aria-hidden="true" className="lg:hidden">
            {isLost ? 'Offline' : 'Online'}
          </span>
          <span className="truncate max-lg:sr-only">
            {isLost ? <OfflineSentence /> : 'You are connected again.'}
          </span>
        </p>
      )}
    </div>
  )
}

/** As much of it as fits beside what else the header has. */
function OfflineSentence() {
  return (
    <>
      You are offline<span className="max-xl:sr-only">. What is open stays readable</span>
      <span className="max-[90rem]:sr-only">; the rest comes when the portal can be reached again</span>.
    </>
  )
}

/** The same on pages without a layout, at their upper edge. It takes no presses. */
export function FloatingConnectionNotice() {
  return (
    <div className="pointer-events-none fixed inset-x-0 top-[calc(var(--topbar-height)+1px)] z-(--z-toast) grid justify-items-center">
      <ConnectionNotice />
    </div>
  )
}
