import { dropToken } from '../boot/auth-token.ts'

const leavingKey = 'portal_logging_out'
const channelName = 'portal-session'
/** How long other tabs wait for a tab that never returns from its logout. */
const patienceMs = 10_000

type LogoutMessage = 'leaving' | 'logged-out'

const state = { isLeaving: false }

/**
 * Logs out: drops the stored token and leaves for /api/logout, which returns to `/` (product §2,
 * decision 15). What was typed in the tab is not for the next person who uses it. Other tabs wait
 * until then: navigating would interrupt the logout or log in again.
 */
export function logOut(): void {
  dropToken()
  sessionStorage.clear()
  sessionStorage.setItem(leavingKey, '1')
  broadcast('leaving')
  state.isLeaving = true
  window.location.assign('/api/logout')
}

/** Whether a tab of this browser is logging out: until it has returned, session news is ignored. */
export function isLoggingOut(): boolean {
  return state.isLeaving
}

/**
 * Announces the logout to other tabs, once, after the tab that logged out has returned without a
 * session. Earlier the session would still exist when they check.
 */
export function announceLogout(): void {
  if (sessionStorage.getItem(leavingKey) === null) return
  sessionStorage.removeItem(leavingKey)
  broadcast('logged-out')
}

/** Calls back when another tab has logged out. */
export function onLogoutElsewhere(listener: () => void): void {
  const waiting: { timer?: ReturnType<typeof setTimeout> } = {}
  const end = () => {
    clearTimeout(waiting.timer)
    state.isLeaving = false
    listener()
  }
  new BroadcastChannel(channelName).onmessage = ({ data }: MessageEvent<LogoutMessage>) => {
    if (data === 'logged-out') return end()
    state.isLeaving = true
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(end, patienceMs)
  }
}

function broadcast(message: LogoutMessage): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}
