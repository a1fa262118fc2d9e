import { useSyncExternalStore } from 'react'

const query = 'print'

/**
 * Whether the page is being put on paper, for what the screen draws only when it is needed. What
 * merely looks different on paper is for the style sheet.
 */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, readIsPrinting)
}

let isBetweenEvents = false

/** Engines differ in which of the two they announce, and when. */
function readIsPrinting(): boolean {
  return isBetweenEvents || matchMedia(query).matches
}

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query)
  const begin = () => {
    isBetweenEvents = true
    changed()
  }
  const end = () => {
    isBetweenEvents = false
    changed()
  }
  media.addEventListener('change', changed)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    media.removeEventListener('change', changed)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}
