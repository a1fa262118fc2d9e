import { useSyncExternalStore } from 'react'
import { mainId } from './main-area.tsx'

/** The page's title in the bar, once the page's own heading, which says it too, is out of sight. */
export function PageTitle({ children }: { readonly children: string }) {
  const isShown = useIsHeadingGone()
  return (
    <p
      className={`line-clamp-2 min-w-0 flex-1 font-semibold text-14 leading-4.5 ${isShown ? '' : 'invisible'}`}
    >
      {children}
    </p>
  )
}

/** Where the bar ends that covers what is scrolled beneath it, in pixels. */
const barEnd = 52

function useIsHeadingGone(): boolean {
  return useSyncExternalStore(followScrolling, () => {
    const heading = document.querySelector(`#${mainId} h1`)
    return heading !== null && heading.getBoundingClientRect().bottom <= barEnd
  })
}

function followScrolling(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}
