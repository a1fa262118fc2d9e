import { useSyncExternalStore } from 'react'

const query = '(min-width: 1100px)'

/** Whether there is room for the evidence beside the thread. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
