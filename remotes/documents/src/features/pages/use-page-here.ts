import { type RefObject, useEffect, useRef, useState } from 'react'

/** The number of the page in the upper half of the window; `onPage` hears of it when it rests. */
export function usePageHere(
  pages: RefObject<HTMLElement | null>,
  count: number,
  onPage: (page: number) => void,
): number {
  const [here, setHere] = useState(1)
  const report = useRef(onPage)
  report.current = onPage
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (pages.current) setHere(pageAt(pages.current, count))
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
  return here
}

const restMs = 400

function pageAt(pages: HTMLElement, count: number): number {
  const line = window.innerHeight * 0.4
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    const top = pages.children[middle]?.getBoundingClientRect().top ?? 0
    if (top <= line) low = middle + 1
    else high = middle
  }
  return Math.max(1, low)
}
