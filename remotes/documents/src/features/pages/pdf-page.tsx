import { classNames } from '@portal/ui/class-names'
import { memo, useRef } from 'react'
import type { Mark, Span } from '../reading/spans.ts'
import type { PagedText } from './locate-quote.ts'
import type { OpenPdf, PageSize } from './open-pdf.ts'
import { boxStyle } from './page-boxes.ts'
import { useDrawnPage } from './use-drawn-page.ts'
import { useLocatedMarks, useReveal } from './use-located-marks.ts'

interface PdfPageProps {
  readonly pdf: OpenPdf
  readonly number: number
  readonly size: PageSize
  readonly scale: number
  readonly source: PagedText | null
  /** The marks that begin on this page, and passages that begin on the one before. */
  readonly marks: readonly Mark[]
  /** What to bring into view, if it begins on this page; another object is another request. */
  readonly reveal: Span | null
  readonly onShowText: () => void
}

/** A page's picture, its selectable text above it, and what is marked. Drawn while it is near. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { pdf, number, size, scale, onShowText } = props
  const frame = useRef<HTMLElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const { drawn, hasFailed } = useDrawnPage({ pdf, number, scale }, frame, layer)
  const { placed, uncertain } = useLocatedMarks({ ...props, drawn })
  useReveal({ ...props, drawn })
  const isUncertain = uncertain.some(({ kind }) => kind === 'cited')
  return (
    <section ref={frame} aria-label={`Page ${number} of ${pdf.pageCount}`} className="scroll-mt-32">
      {isUncertain && (
        <p className="mb-2 text-13 text-secondary">
          The cited passage is on this page, but its exact place could not be marked.{' '}
          <button type="button" className="text-accent-text underline" onClick={onShowText}>
            Show it in the text
          </button>
        </p>
      )}
      <div
        className={classNames(
          'pdf-page relative mx-auto shadow-xs outline outline-(--border-default)',
          isUncertain && 'outline-3 outline-(--mark-edge)',
        )}
        style={{ width: size.width * scale, height: size.height * scale }}
      >
        <div ref={layer} data-drawn={drawn !== null} className="absolute inset-0" />
        {placed.flatMap(({ mark, boxes }) =>
          boxes.map((box) => (
            <span
              key={`${mark.kind} ${mark.start} ${box.left} ${box.top}`}
              data-mark={mark.kind}
              aria-hidden="true"
              className="pdf-mark"
              style={boxStyle(box)}
            />
          )),
        )}
        {hasFailed && <p className="pdf-failed">This page could not be drawn.</p>}
      </div>
    </section>
  )
})
