import { useEffect, useRef, useState } from 'react'
import type { Mark, Span } from '../reading/spans.ts'
import type { DrawnPage } from './draw-page.ts'
import { locateQuote, type PagedText, pageOf } from './locate-quote.ts'
import type { OpenPdf } from './open-pdf.ts'
import { type Box, boxesOf } from './page-boxes.ts'

/** A mark with its rectangles on a page. */
export interface PlacedMark {
  readonly mark: Mark
  readonly boxes: readonly Box[]
}

interface MarkedPage {
  readonly pdf: OpenPdf
  readonly number: number
  readonly source: PagedText | null
  readonly marks: readonly Mark[]
  readonly drawn: DrawnPage | null
}

/** Where a page's marks are; `uncertain` are those that begin here and could not be placed. */
export interface LocatedMarks {
  readonly placed: readonly PlacedMark[]
  readonly uncertain: readonly Mark[]
}

const nowhere: LocatedMarks = { placed: [], uncertain: [] }

/** Places the marks of a drawn page. A passage may begin on the page before and end on the next. */
export function useLocatedMarks({ pdf, number, source, marks, drawn }: MarkedPage): LocatedMarks {
  const [located, setLocated] = useState(nowhere)
  useEffect(() => {
    if (!drawn || !source || marks.length === 0) {
      setLocated(nowhere)
      return
    }
    let isCurrent = true
    textsAround(pdf, number).then(
      (textOf) => {
        const page = drawn.text.parentElement
        if (!isCurrent || !page) return
        const parts = marks.map((mark) => ({ mark, parts: locateQuote(source, mark, textOf) }))
        setLocated({
          placed: parts.flatMap(({ mark, parts: found }) =>
            (found ?? [])
              .filter((part) => part.page === number)
              .map(({ span }) => ({ mark, boxes: boxesOf(page, drawn.textDivs, span) })),
          ),
          uncertain: parts
            .filter(({ mark, parts: found }) => found === null && pageOf(source, mark.start) === number)
            .map(({ mark }) => mark),
        })
      },
      (error: unknown) => console.error(`The text of page ${number} could not be read`, error),
    )
    return () => {
      isCurrent = false
    }
  }, [pdf, number, source, marks, drawn])
  return located
}

/** The text of a page and of its neighbours. */
async function textsAround(pdf: OpenPdf, number: number) {
  const numbers = [number - 1, number, number + 1].filter((one) => one >= 1 && one <= pdf.pageCount)
  const texts = new Map(
    await Promise.all(numbers.map(async (one) => [one, (await pdf.readPage(one)).text] as const)),
  )
  return (page: number) => texts.get(page) ?? null
}

/** Scrolls to a span of the text once its page is drawn, if it can be placed there. */
export function useReveal(page: Omit<MarkedPage, 'marks'> & { readonly reveal: Span | null }): void {
  const { pdf, number, source, drawn, reveal } = page
  // Drawn again, at another zoom, a page stays where the person has scrolled it to.
  const revealed = useRef<Span | null>(null)
  useEffect(() => {
    if (!reveal || !source || !drawn || revealed.current === reveal) return
    let isCurrent = true
    void textsAround(pdf, number).then((textOf) => {
      const frame = drawn.text.parentElement
      const part = locateQuote(source, reveal, textOf)?.find((one) => one.page === number)
      if (!isCurrent || !frame) return
      revealed.current = reveal
      if (!part) return
      const [box] = boxesOf(frame, drawn.textDivs, part.span)
      if (!box) return
      const { top, height } = frame.getBoundingClientRect()
      window.scrollBy({ top: top + (box.top / 100) * height - window.innerHeight * 0.35 })
    })
    return () => {
      isCurrent = false
    }
  }, [pdf, number, source, drawn, reveal])
}
