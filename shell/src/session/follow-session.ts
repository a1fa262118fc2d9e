import type { SessionSource } from './session-source.ts'

export interface SessionFollowers {
  readonly session: SessionSource
  /** Forgets all cached reads: they were the person's. */
  readonly forget: () => void
  /**
   * Opens the stream of changes. It calls back when the session has ended, or may have because the
   * stream was refused. Returns what closes it.
   */
  readonly startLive: (recheckSession: () => void) => () => void
  readonly revalidate: () => void
  readonly goHome: () => void
  /** Says that the session has ended, not by this person's logging out. */
  readonly explainEnd: (organizationName: string | null) => void
  readonly isLoggingOut: () => boolean
  readonly announceLogout: () => void
  readonly onLogoutElsewhere: (listener: () => void) => void
}

/**
 * Keeps page and stream in step with the session. A session that ended elsewhere leads to the start
 * page, not to login, where the provider may still know the person.
 */
export function followSession(followers: SessionFollowers): void {
  const { session, isLoggingOut } = followers
  const state: { stopLive: (() => void) | null } = { stopLive: null }
  const recheck = async (isByLogout: boolean) => {
    const before = session.known()
    const { person } = await session.refresh()
    if (person) return
    followers.forget()
    followers.goHome()
    if (!isByLogout) followers.explainEnd(before?.organization?.name ?? null)
  }
  const recheckSession = (isByLogout: boolean) => {
    recheck(isByLogout).catch((error: unknown) => console.error('The session could not be read', error))
  }
  session.onChange((read) => {
    if (isLoggingOut()) return
    if (read.person && !state.stopLive) {
      state.stopLive = followers.startLive(() => {
        if (!isLoggingOut()) recheckSession(false)
      })
    }
    if (!read.person) {
      state.stopLive?.()
      state.stopLive = null
      followers.announceLogout()
    }
    followers.revalidate()
  })
  followers.onLogoutElsewhere(() => recheckSession(true))
}

/** What a person reads whose session has ended: where, if they belonged to an organization. */
export function endNotice(organizationName: string | null) {
  return {
    title: 'You are logged out',
    description: organizationName
      ? `Your session at ${organizationName} has ended. Log in again to see whether you still belong to it.`
      : 'Your session has ended. Log in again to go on.',
  }
}
