const guardKey = 'portal_reloaded_for'

/**
 * Reloads the page once per reason, such as `documents@v2`: its code's files were removed by a
 * deploy. A repeated reason is refused, to prevent reload loops.
 */
export function reloadOnce(reason: string, reload = () => window.location.reload()): void {
  if (sessionStorage.getItem(guardKey) === reason) return
  sessionStorage.setItem(guardKey, reason)
  reload()
}
