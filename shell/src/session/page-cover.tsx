import { Button, buttonClass } from '@portal/ui/button'
import { CoveringDialog } from '@portal/ui/covering-dialog'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Whether the page is covered: its session is over, and a form of it holds unsaved text. */
export function createPageCover() {
  const listeners = new Set<() => void>()
  let isCovered = false
  return {
    read: () => isCovered,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (next: boolean) => {
      isCovered = next
      for (const listener of listeners) listener()
    },
  }
}

interface PageCoverProps {
  readonly cover: ReturnType<typeof createPageCover>
  /** The person comes back to the tab, perhaps from logging in. */
  readonly onReturn: () => void
  readonly onLeave: () => void
}

/** Hides what the session showed, without taking away what was typed (decision 79). */
export function PageCover({ cover, onReturn, onLeave }: PageCoverProps) {
  const login = useRef<HTMLAnchorElement>(null)
  const isCovered = useSyncExternalStore(cover.subscribe, cover.read)
  useEffect(() => {
    if (!isCovered) return
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isCovered, onReturn])
  if (!isCovered) return null
  return (
    <CoveringDialog
      title="You are logged out"
      description="Your session has ended. What you typed is still in this tab: log in again in another one, then come back here."
      focusFirst={login}
      acts={
        <>
          <Button onClick={onLeave}>Leave without saving</Button>
          <a
            ref={login}
            href="/api/login"
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'primary' })}
          >
            Log in in a new tab
          </a>
        </>
      }
    />
  )
}
