import { IconButton } from '@portal/ui/icon-button'
import { ChevronDown, ChevronUp, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'

/** Of the pages' own size; `fit` follows the width of the window. */
export type Zoom = number | 'fit'

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

interface PageControlsProps {
  readonly page: number
  readonly pageCount: number
  readonly onGo: (page: number) => void
  readonly zoom: Zoom
  /** What `zoom` amounts to now. */
  readonly scale: number
  readonly onZoom: (zoom: Zoom) => void
}

/** Which page, and how large. Floats above the pages. */
export function PageControls({ page, pageCount, onGo, zoom, scale, onZoom }: PageControlsProps) {
  const larger = zooms.find((one) => one > scale + 0.01)
  const smaller = zooms.findLast((one) => one < scale - 0.01)
  return (
    <section
      aria-label="Pages and zoom"
      className="sticky bottom-4 z-(--z-sticky) mx-auto mt-4 flex w-fit max-w-full items-center gap-1 rounded-pill border border-default bg-raised px-2 py-1 text-13 shadow-popover"
    >
      <IconButton
        size="sm"
        label="Previous page"
        icon={<ChevronUp className="size-4" />}
        disabled={page <= 1}
        onClick={() => onGo(page - 1)}
      />
      <PageNumber page={page} pageCount={pageCount} onGo={onGo} />
      <IconButton
        size="sm"
        label="Next page"
        icon={<ChevronDown className="size-4" />}
        disabled={page >= pageCount}
        onClick={() => onGo(page + 1)}
      />
      <span aria-hidden="true" className="mx-1 h-5 border-default border-l" />
      <IconButton
        size="sm"
        label="Zoom out"
        icon={<ZoomOut className="size-4" />}
        disabled={smaller === undefined}
        onClick={() => smaller && onZoom(smaller)}
      />
      <span className="w-10 text-center text-12 text-secondary tabular-nums">{Math.round(scale * 100)}%</span>
      <IconButton
        size="sm"
        label="Zoom in"
        icon={<ZoomIn className="size-4" />}
        disabled={larger === undefined}
        onClick={() => larger && onZoom(larger)}
      />
      <IconButton
        size="sm"
        label="Fit width"
        icon={<MoveHorizontal className="size-4" />}
        aria-pressed={zoom === 'fit'}
        onClick={() => onZoom('fit')}
      />
    </section>
  )
}

function PageNumber({ page, pageCount, onGo }: Pick<PageControlsProps, 'page' | 'pageCount' | 'onGo'>) {
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])
  const go = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Number(typed)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageCount) onGo(wanted)
    else setTyped(String(page))
  }
  return (
    <form
      onSubmit={go}
      className="flex items-center gap-1 whitespace-nowrap text-12 text-secondary tabular-nums"
    >
      <input
        aria-label="Page"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="h-control-sm w-10 rounded-control border border-control bg-panel text-center text-12 text-primary"
      />
      of {pageCount.toLocaleString('en')}
    </form>
  )
}
