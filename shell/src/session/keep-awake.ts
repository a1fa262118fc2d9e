/** A sixth of the time after which the server ends a session that it hears nothing of. */
const everyMs = 5 * 60_000
const activities = ['keydown', 'pointerdown', 'wheel', 'touchmove']

export interface AwakeSession {
  readonly events: Pick<Window, 'addEventListener'>
  readonly isSignedIn: () => boolean
  /** Sends a request with the session. */
  readonly touch: () => void
}

/** Keeps the session of a person who reads or types for long: only requests count as activity. */
export function keepAwake({ events, isSignedIn, touch }: AwakeSession): void {
  let touchedAt = Date.now()
  const onActivity = () => {
    if (Date.now() - touchedAt < everyMs || !isSignedIn()) return
    touchedAt = Date.now()
    touch()
  }
  for (const activity of activities)
    events.addEventListener(activity, onActivity, { capture: true, passive: true })
}
