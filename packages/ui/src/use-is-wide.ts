import { useSyncExternalStore } from 'react'

/** Whether the window has at least this width, in pixels; follows the window. */
export function useIsWide(px: number): boolean {
  const query = `(min-width: ${px}px)`
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
