interface MarkedEntry {
  readonly load?: number
}

/**
 * Marks the entry of the history that this load of the page begins with. Reload and Back from
 * elsewhere find the mark and restore the scroll position; a fresh load has a new one and starts at
 * the top.
 */
export function markPageLoad(): void {
  const known = history.state as MarkedEntry | null
  if (known?.load !== undefined) return
  history.scrollRestoration = 'manual'
  history.replaceState({ ...known, load: performance.timeOrigin }, '')
}

let load: number | undefined

/** The mark of the entry that the page began with, also after the router has replaced it. */
export function loadOfEntry(): number | undefined {
  load ??= (history.state as MarkedEntry | null)?.load
  return load
}
