const guardKey = 'portal_reloaded_for'

/** What a reload needs; by default the window's. */
export interface ReloadApis {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly reload: () => void
}

/**
 * Reloads the page once per reason, such as `documents@v2`: its code's files were removed by a
 * deploy. A repeated reason is refused, to prevent reload loops. Returns whether it reloads.
 */
export function reloadOnce(
  reason: string,
  apis: ReloadApis = { storage: sessionStorage, reload: () => window.location.reload() },
): boolean {
  if (apis.storage.getItem(guardKey) === reason) return false
  apis.storage.setItem(guardKey, reason)
  apis.reload()
  return true
}
