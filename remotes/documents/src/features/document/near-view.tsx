import { useIsPrinting } from '@portal/ui/use-is-printing'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearViewProps {
  /** Drawn even far from the window. */
  readonly isNeeded: boolean
  /** Height of the gap while it is not drawn. */
  readonly estimatedPx: number
  readonly children: ReactNode
}

/** Draws its children once they are needed or within two windows of being seen; then they stay. */
export function NearView({ isNeeded, estimatedPx, children }: NearViewProps) {
  const gap = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const isPrinting = useIsPrinting()
  const isDrawn = isNeeded || isNear || isPrinting
  useEffect(() => {
    if (isDrawn || !gap.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200% 0px' },
    )
    observer.observe(gap.current)
    return () => observer.disconnect()
  }, [isDrawn])
  if (isDrawn) return children
  return <div ref={gap} style={{ height: estimatedPx }} aria-hidden="true" />
}
