import type { Session } from '@portal/contracts/session'
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
  /** Whether a form of the page holds what would be lost. */
  readonly hasUnsavedText: () => boolean
  /** Covers the page, or shows it again as it was. */
  readonly cover: (isCovered: boolean) => void
}

/**
 * Keeps page and stream in step with the session. A session that ended elsewhere leads to the start
 * page, not to login, where the provider may still know the person. A page with unsaved text is
 * covered instead, until the same person has logged in again. Returns what gives that page up.
 */
export function followSession(followers: SessionFollowers): () => void {
  const { session, isLoggingOut } = followers
  const state: { stopLive: (() => void) | null; shown: Session | null; isCovered: boolean } = {
    ...{ stopLive: null, shown: null, isCovered: false },
  }
  const cover = (isCovered: boolean) => {
    state.isCovered = isCovered
    followers.cover(isCovered)
  }
  const leave = () => {
    followers.forget()
    if (state.isCovered) cover(false)
    followers.goHome()
  }
  const recheck = async (isByLogout: boolean) => {
    const before = session.known()
    const { person } = await session.refresh()
    if (person || (state.isCovered && !isByLogout)) return
    leave()
    if (!isByLogout) followers.explainEnd(before?.organization?.name ?? null)
  }
  const recheckSession = (isByLogout: boolean) => {
    recheck(isByLogout).catch((error: unknown) => console.error('The session could not be read', error))
  }
  const followLive = ({ person }: Session) => {
    if (person) {
      state.stopLive ??= followers.startLive(() => {
        if (!isLoggingOut()) recheckSession(false)
      })
      return
    }
    state.stopLive?.()
    state.stopLive = null
    followers.announceLogout()
  }
  session.onChange((read) => {
    if (isLoggingOut()) return
    followLive(read)
    if (!read.person && (state.isCovered || (state.shown?.person && followers.hasUnsavedText())))
      return cover(true)
    if (state.isCovered) {
      if (isSamePerson(read, state.shown)) cover(false)
      else leave()
    }
    state.shown = read
    followers.revalidate()
  })
  followers.onLogoutElsewhere(() => recheckSession(true))
  return leave
}

/** The same person, in the same organization. */
export function isSamePerson(one: Session, other: Session | null): boolean {
  return one.person?.id === other?.person?.id && one.organization?.id === other?.organization?.id
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
