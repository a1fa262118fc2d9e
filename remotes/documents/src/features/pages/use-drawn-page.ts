import { type RefObject, useEffect, useState } from 'react'
import { type DrawnPage, drawPage } from './draw-page.ts'
import type { OpenPdf } from './open-pdf.ts'

interface PageToDraw {
  readonly pdf: OpenPdf
  readonly number: number
  readonly scale: number
}

/** Whether an element is within a window's height of being seen. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '100% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

/**
 * Draws a page into `layer` while `frame` is near the window, and drops it otherwise: hundreds of
 * pictures would not fit into memory. At another scale the old drawing stays until the new is done.
 */
export function useDrawnPage(
  { pdf, number, scale }: PageToDraw,
  frame: RefObject<HTMLElement | null>,
  layer: RefObject<HTMLElement | null>,
) {
  const isNear = useIsNear(frame)
  const [drawn, setDrawn] = useState<DrawnPage | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isNear) {
      layer.current?.replaceChildren()
      setDrawn(null)
      return
    }
    const leaving = new AbortController()
    setFailed(false)
    drawPage(pdf, { number, scale, signal: leaving.signal }).then(
      (page) => {
        layer.current?.replaceChildren(page.canvas, page.text)
        setDrawn(page)
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        console.error(`Page ${number} could not be drawn`, error)
        setFailed(true)
      },
    )
    return () => leaving.abort()
  }, [pdf, number, scale, isNear, layer])
  return { drawn, hasFailed }
}
