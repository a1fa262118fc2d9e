import { Badge } from '@portal/ui/badge'
import { ErrorPanel } from '@portal/ui/error-panel'
import { Skeleton } from '@portal/ui/skeleton'
import { useEffect, useRef, useState } from 'react'
import type { OpenPdf } from '../pages/open-pdf.ts'
import type { Mark } from '../reading/spans.ts'
import '../pages/pages.css'
import { PdfPage } from '../pages/pdf-page.tsx'
import { useOpenPdf } from '../pages/use-open-pdf.ts'
import type { PageOfText } from './pages-of-text.ts'
import { TextOfPage } from './text-of-page.tsx'

interface ComparedPagesProps {
  /** Identifies the file. */
  readonly fileKey: string
  readonly readFile: (signal: AbortSignal) => Promise<Blob>
  readonly texts: readonly PageOfText[]
  readonly unread: ReadonlySet<number>
  readonly isShown: (page: { readonly page: number }) => boolean
}

/** Each page of a PDF with what was read of it. Loaded on demand, as the viewer is. */
export function ComparedPages(props: ComparedPagesProps) {
  const { pdf, error, retry } = useOpenPdf(props.readFile, props.fileKey)
  if (pdf) return <Pages {...props} pdf={pdf} />
  if (error)
    return (
      <>
        <ErrorPanel
          title="The pages cannot be shown"
          message="The file could not be opened here. The original file can be saved."
          onRetry={retry}
        />
        {props.texts.filter(props.isShown).map(({ page, text }) => (
          <TextOfPage key={page} text={text} label={`Text of page ${page}`} />
        ))}
      </>
    )
  return (
    <div role="status" aria-label="Loading the pages">
      <Skeleton className="h-96 w-full rounded-card" />
    </div>
  )
}

const noMarks: readonly Mark[] = []
/** Wider than this a page is hard to read, in pixels for each point. */
const scaleMax = 1.6

function Pages({ pdf, texts, unread, isShown }: ComparedPagesProps & { readonly pdf: OpenPdf }) {
  const pages = pdf.sizes.map((size, at) => ({ size, page: at + 1 })).filter(isShown)
  return (
    <ol aria-label="Pages with their text" className="flex list-none flex-col gap-8">
      {pages.map(({ size, page }) => (
        <li key={page} className="flex flex-col gap-3">
          <h2 className="flex items-center gap-2 font-semibold text-14">
            Page {page}
            {unread.has(page) && <Badge tone="warning">Not all of it was read</Badge>}
          </h2>
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <FittedPage pdf={pdf} page={page} width={size.width} height={size.height} />
            <TextOfPage
              text={texts.find((one) => one.page === page)?.text ?? ''}
              label={`Text of page ${page}`}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

interface FittedPageProps {
  readonly pdf: OpenPdf
  readonly page: number
  readonly width: number
  readonly height: number
}

/** A page as wide as its column. */
function FittedPage({ pdf, page, width, height }: FittedPageProps) {
  const column = useRef<HTMLDivElement>(null)
  const [columnWidth, setColumnWidth] = useState(0)
  useEffect(() => {
    if (!column.current) return
    const observer = new ResizeObserver(
      ([entry]) => entry && setColumnWidth(Math.floor(entry.contentRect.width)),
    )
    observer.observe(column.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(scaleMax, columnWidth / width)
  return (
    <div ref={column} className="min-w-0" style={{ minHeight: height * scale }}>
      {scale > 0 && (
        <PdfPage
          {...{ pdf, scale }}
          size={{ width, height }}
          number={page}
          source={null}
          marks={noMarks}
          reveal={null}
          onShowText={() => undefined}
        />
      )}
    </div>
  )
}
