const guardKey = 'portal_reloaded_for'

/** What a reload needs; the window in the browser. */
export interface ReloadPlaces {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly reload: () => void
}

/**
 * Reloads the page once for a reason, such as `documents@v2`: the page runs code whose files a deploy has removed. The second time the
 * same reason is refused, so a broken deploy cannot become a reload loop. True when the page is on its way out.
 */
export function reloadOnce(
  reason: string,
  places: ReloadPlaces = { storage: sessionStorage, reload: () => window.location.reload() },
): boolean {
  if (places.storage.getItem(guardKey) === reason) return false
  places.storage.setItem(guardKey, reason)
  places.reload()
  return true
}
