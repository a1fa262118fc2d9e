import { dropToken } from '../boot/auth-token.ts'

const leavingKey = 'portal_logging_out'
const channelName = 'portal-session'
/** A tab that never came back from its logout keeps the others waiting no longer than this. */
const patienceMs = 10_000

type Word = 'leaving' | 'logged-out'

const state = { isLeaving: false }

/**
 * Ends the session: forgets the stored token and leaves for /api/logout, which comes back to `/` (product §2, decision 15). The other
 * tabs are told to stay as they are until then: a page that moves by itself would stop the browser on its way, or log in again.
 */
export function logOut(): void {
  dropToken()
  sessionStorage.setItem(leavingKey, '1')
  tell('leaving')
  state.isLeaving = true
  window.location.assign('/api/logout')
}

/** Whether a tab of this browser is on its way out: nothing that is heard of the session until it has come back says more. */
export function isLoggingOut(): boolean {
  return state.isLeaving
}

/**
 * Tells the other tabs that the session is over: once, by the tab that logged out, when it has come back and is nobody. Earlier the
 * session would still be there when they look.
 */
export function announceLogout(): void {
  if (sessionStorage.getItem(leavingKey) === null) return
  sessionStorage.removeItem(leavingKey)
  tell('logged-out')
}

/** Calls back when another tab has logged out. */
export function onLogoutElsewhere(listener: () => void): void {
  const waiting: { timer?: ReturnType<typeof setTimeout> } = {}
  const end = () => {
    clearTimeout(waiting.timer)
    state.isLeaving = false
    listener()
  }
  new BroadcastChannel(channelName).onmessage = ({ data }: MessageEvent<Word>) => {
    if (data === 'logged-out') return end()
    state.isLeaving = true
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(end, patienceMs)
  }
}

function tell(word: Word): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(word)
  channel.close()
}
