import { ErrorPanel } from '@portal/ui/error-panel'
import { Skeleton } from '@portal/ui/skeleton'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Mark, Span } from '../reading/spans.ts'
import { type PagedText, pageOf } from './locate-quote.ts'
import type { OpenPdf } from './open-pdf.ts'
import { PageControls, type Zoom } from './page-controls.tsx'
import './pages.css'
import { PdfPage } from './pdf-page.tsx'
import { useOpenPdf } from './use-open-pdf.ts'
import { usePageHere } from './use-page-here.ts'

interface PdfViewProps {
  /** Identifies the file. */
  readonly fileKey: string
  readonly readFile: (signal: AbortSignal) => Promise<Blob>
  /** The text made of this file; null while or where there is none. */
  readonly source: PagedText | null
  readonly marks: readonly Mark[]
  /** What to bring into view; another object is another request. */
  readonly target: Span | null
  /** The page to begin with. */
  readonly firstPage: number
  readonly onPage: (page: number) => void
  readonly onShowText: () => void
}

/** A PDF as its pages. Loaded on demand: its library is larger than the rest of the remote. */
export function PdfView(props: PdfViewProps) {
  const { pdf, error, retry } = useOpenPdf(props.readFile, props.fileKey)
  if (pdf) return <Pages {...props} pdf={pdf} />
  if (error) {
    return (
      <ErrorPanel
        title="The pages cannot be shown"
        message={
          props.source
            ? 'The file could not be opened here. Its text can be read in the text view, and the original file be saved.'
            : 'The file could not be opened here. The original file can be saved.'
        }
        onRetry={retry}
      />
    )
  }
  return (
    <div role="status" aria-label="Loading the pages">
      <Skeleton className="mx-auto aspect-[1/1.414] w-full max-w-prose" />
    </div>
  )
}

const none: readonly Mark[] = []
/** Wider than this a page is hard to read, in pixels for each point. */
const fitMax = 1.6

function Pages({ pdf, source, marks, target, ...props }: PdfViewProps & { readonly pdf: OpenPdf }) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const width = useWidth(frame)
  const widest = Math.max(...pdf.sizes.map((size) => size.width))
  const scale = zoom === 'fit' ? Math.min(fitMax, width / widest) : zoom
  const { here, keepPosition } = usePageHere(list, pdf.pageCount, props.onPage)
  const marked = useMemo(
    () => (source ? marksByPage(source, marks) : new Map<number, Mark[]>()),
    [source, marks],
  )
  const targetPage = target && source ? pageOf(source, target.start) : null
  const go = (page: number) => list.current?.children[page - 1]?.scrollIntoView({ block: 'start' })
  const first = useRef(props.firstPage)
  useLayoutEffect(() => {
    if (width === 0) return
    if (first.current > 1) list.current?.children[first.current - 1]?.scrollIntoView({ block: 'start' })
    first.current = 1
  }, [width])
  const isLaidOut = width > 0
  const drawn = useRef(scale)
  useLayoutEffect(() => {
    if (drawn.current !== scale && drawn.current > 0) keepPosition()
    drawn.current = scale
  }, [scale, keepPosition])
  useLayoutEffect(() => {
    // The request itself is what the page scrolls for: the same page again is another request.
    if (target && targetPage !== null && isLaidOut)
      list.current?.children[targetPage - 1]?.scrollIntoView({ block: 'start' })
  }, [target, targetPage, isLaidOut])
  return (
    <div>
      <div ref={frame} className="overflow-x-auto">
        {isLaidOut && (
          <div ref={list} className="flex w-fit min-w-full flex-col gap-4 p-1">
            {pdf.sizes.map((size, at) => (
              <PdfPage
                key={at}
                {...{ pdf, size, scale, source }}
                number={at + 1}
                marks={marked.get(at + 1) ?? none}
                reveal={targetPage === at + 1 ? target : null}
                onShowText={props.onShowText}
              />
            ))}
          </div>
        )}
      </div>
      <PageControls page={here} pageCount={pdf.pageCount} onGo={go} {...{ zoom, scale }} onZoom={setZoom} />
    </div>
  )
}

/** The marks that begin on each page; passages are also looked for on the page after. */
function marksByPage(source: PagedText, marks: readonly Mark[]): Map<number, Mark[]> {
  const byPage = new Map<number, Mark[]>()
  const add = (page: number, mark: Mark) => byPage.set(page, [...(byPage.get(page) ?? []), mark])
  for (const mark of marks) {
    const page = pageOf(source, mark.start)
    add(page, mark)
    if (mark.kind === 'cited') add(page + 1, mark)
  }
  return byPage
}

/** The width of an element, 0 before it is known. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.floor(entry.contentRect.width) - 8),
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
