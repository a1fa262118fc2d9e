import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type PagePosition, positionIn, scrollBack } from './page-position.ts'

/**
 * The number of the page in the upper half of the window; `onPage` hears of it when it rests. When
 * pages have got another size, as on a phone that is turned, `keepPosition` brings back what was
 * there.
 */
export function usePageHere(
  pages: RefObject<HTMLElement | null>,
  count: number,
  onPage: (page: number) => void,
): { readonly here: number; readonly keepPosition: () => void } {
  const [here, setHere] = useState(1)
  const position = useRef<PagePosition | null>(null)
  const report = useRef(onPage)
  report.current = onPage
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (!pages.current) return
      position.current = positionIn(pages.current, count)
      setHere(position.current.page)
    }
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [pages, count])
  useEffect(() => {
    const timer = setTimeout(() => report.current(here), restMs)
    return () => clearTimeout(timer)
  }, [here])
  const keepPosition = useCallback(() => {
    if (pages.current && position.current) scrollBack(pages.current, position.current)
  }, [pages])
  return { here, keepPosition }
}

const restMs = 400
