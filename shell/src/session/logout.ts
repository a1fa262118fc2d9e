import { dropToken } from '../boot/auth-token.ts'

const leavingKey = 'portal_logging_out'
const channelName = 'portal-session'

/** Ends the session: forgets the stored token and leaves for /api/logout, which comes back to `/` (specification §2, decision 15). */
export function logOut(): void {
  dropToken()
  sessionStorage.setItem(leavingKey, '1')
  window.location.assign('/api/logout')
}

/**
 * Tells the other tabs that the session is over: once, by the tab that logged out, when it has come back and is nobody. Earlier the
 * session would still be there when they look.
 */
export function announceLogout(): void {
  if (sessionStorage.getItem(leavingKey) === null) return
  sessionStorage.removeItem(leavingKey)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('logged-out')
  channel.close()
}

/** Calls back when another tab has logged out. */
export function onLogoutElsewhere(listener: () => void): void {
  new BroadcastChannel(channelName).onmessage = listener
}
