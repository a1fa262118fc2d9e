import { LoseTextDialog } from '@portal/ui/lose-text-dialog'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { isLoggingOut } from '../session/logout.ts'

/** Parameters whose change shows another form or text; others only filter, or open something. */
const ofScreens = ['tab', 'version', 'conversation']

interface LeaveGuardProps {
  /** The session that the page was drawn for has ended: a form can save nothing any more. */
  readonly isSessionOver: () => boolean
  /** The page waits below its cover: Back leaves it there, with all that is open on it. */
  readonly isCovered: () => boolean
}

/** Asks before text that a form holds is lost: by a link, Back or closing the tab (decision 79). */
export function LeaveGuard({ isSessionOver, isCovered }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isCovered() || (leaves(currentLocation, nextLocation) && !isSessionOver() && hasUnsavedText()),
  )
  const isHeld = blocker.state === 'blocked' && isCovered()
  useEffect(() => {
    if (isHeld) blocker.reset?.()
  }, [isHeld, blocker])
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsavedText() && !isLoggingOut()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [])
  if (blocker.state !== 'blocked' || isHeld) return null
  // Not a layer: a step of the history while a move is held back would end it.
  return <LoseTextDialog isInAddress onStay={blocker.reset} onLeave={blocker.proceed} />
}

function leaves(from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname) return true
  const [shown, next] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return ofScreens.some((name) => shown.get(name) !== next.get(name))
}
