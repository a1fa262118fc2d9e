import { DocumentParseError, type ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../../../failure-messages.ts'
import type { PageRange, ParsedPart } from '../../page-ranges.ts'
import { parsedLimits, rangeBudget } from '../../protocol.ts'
import { pdfReaderName } from '../../reader-names.ts'
import { blocksOfSegments, type FileFacts } from './blocks.ts'
import { orderColumns } from './columns.ts'
import { drawAnnotations } from './drawn-annotations.ts'
import { smallShapes, writeBullets } from './drawn-bullets.ts'
import { Fonts } from './fonts.ts'
import { readOutline } from './outline.ts'
import { addNotes, openForm, readNotes } from './page-annotations.ts'
import { readGlyphs } from './page-glyphs.ts'
import { pageObjects } from './page-objects.ts'
import { countLeftOut, isPicture, pageBox } from './page-picture.ts'
import { isBetterReading, type PdfJsPage, pdfJsName, readWithPdfJs } from './pdf-js.ts'
import { type OpenPdf, openPdf, pdfiumName } from './pdfium.ts'
import { dropRunningLines, type PageSegments, repeatedTexts } from './running-lines.ts'
import { type GlyphRun, mergeSegments, readSegments, type Segment } from './segments.ts'
import { isXfaForm, readXfaForm } from './xfa-form.ts'

/** Below this share of glyphs with a character, a page counts as unread. */
const readShareMin = 0.98
/** Fewer glyphs without a character are ornaments. */
const unreadGlyphsMin = 10

/** Pages with more text are not only headers, footers and stamps. */
const runningCharactersMax = 400

interface ReadPage extends PageSegments {
  readonly number: number
  /** Whether it draws glyphs whose characters are unknown, or could not be opened. */
  readonly isUnread: boolean
  /** Whether the engine left out lines, however few. */
  readonly hasLeftOut: boolean
  /** Whether it shows a picture, which is text unless the page has text of its own. */
  readonly isPicture: boolean
}

/** The pages to read, and a callback that runs before each. */
export interface PdfRange extends PageRange {
  readonly reached: (page: number, of: number) => void
}

const wholeFile: PdfRange = { from: 1, reached: () => {} }

/** Reads the text of a PDF page by page, until {@link rangeBudget} is spent. */
export async function readPdf(content: Uint8Array, range = wholeFile): Promise<ParsedPart> {
  const pdf = await openPdf(content).catch((error: unknown) => ({ error }))
  if ('error' in pdf) return readDamaged(content, pdf.error)
  try {
    if (pdf.pageCount > parsedLimits.pagesMax) throw parseError('too_large_inside')
    if (isXfaForm(pdf)) return await readForm(content)
    const fonts = new Fonts(pdf.engine)
    const pages = await readAgain(content, readPages(pdf, fonts, range))
    const facts = { fonts: fonts.looks, outline: readOutline(pdf) }
    const nextPage = range.from + pages.length
    const isCut = nextPage <= Math.min(pdf.pageCount, range.to ?? pdf.pageCount)
    return {
      ...documentOf(pages, facts),
      ...(isCut && { nextPage }),
      pages: pdf.pageCount,
      parser: pdfReaderName(pdfiumName),
    }
  } finally {
    pdf.free()
  }
}

function documentOf(
  pages: readonly ReadPage[],
  facts: FileFacts,
): Pick<ParsedDocument, 'blocks' | 'unreadPages'> {
  const kept = dropRunningLines(pages)
  const isRepeated = repeatedTexts(pages)
  const unread = pages.filter(
    (page) => page.isUnread || (page.isPicture && page.segments.every(({ text }) => isRepeated(text))),
  )
  return { blocks: blocksOfSegments(kept, facts), unreadPages: unread.map(({ number }) => number) }
}

/** The pages of such a form are a request for another viewer, and are not read in its place. */
async function readForm(content: Uint8Array): Promise<ParsedDocument> {
  const form = await readXfaForm(content)
  if (form === null)
    throw parseError('unsupported', {
      message: 'The file is a form that only Adobe’s programs show. Print it to a PDF and upload that.',
    })
  return form
}

/**
 * Tries the second engine where the first one found fonts that do not say their characters, or left
 * out lines.
 */
async function readAgain(content: Uint8Array, pages: readonly ReadPage[]): Promise<ReadPage[]> {
  const numbers = pages.flatMap((page) => (page.isUnread || page.hasLeftOut ? [page.number] : []))
  const segmentsOf = new Map(pages.map(({ number, segments }) => [number, segments]))
  // If the second engine cannot open the file, the first one's reading stands.
  const again = numbers.length > 0 ? await readWithPdfJs(content, numbers).catch(() => []) : []
  const better = new Map(
    again
      .filter((page) => isBetterReading(page, charactersOf(segmentsOf.get(page.number) ?? [])))
      .map((page) => [page.number, readPdfJsPage(page)]),
  )
  return pages.map((page) => better.get(page.number) ?? page)
}

function segmentsFrom(runs: readonly GlyphRun[], page: number): Segment[] {
  return mergeSegments(orderColumns(readSegments(runs, page)))
}

function readPdfJsPage({ number, runs, right, top }: PdfJsPage): ReadPage {
  const box = { left: 0, bottom: 0, right, top }
  const whole = { isUnread: false, hasLeftOut: false, isPicture: false }
  return { number, segments: segmentsFrom(runs, number), box, ...whole }
}

function charactersOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0)
}

/** A file that the first engine cannot open may be one that the second one mends. */
async function readDamaged(content: Uint8Array, error: unknown): Promise<ParsedDocument> {
  if (!(error instanceof DocumentParseError) || error.reason !== 'corrupt') throw error
  const pages = await readWithPdfJs(content).catch((cause: unknown) => {
    throw cause instanceof DocumentParseError ? cause : error
  })
  const facts = { fonts: new Map(), outline: [] }
  return { ...documentOf(pages.map(readPdfJsPage), facts), pages: pages.length, parser: pdfJsName }
}

function readPages(pdf: OpenPdf, fonts: Fonts, { from, to, reached }: PdfRange): ReadPage[] {
  let form: ReturnType<typeof openForm> | undefined
  const formHandle = () => {
    form ??= openForm(pdf)
    return form.handle
  }
  const started = process.cpuUsage()
  const pages: ReadPage[] = []
  let characters = 0
  try {
    for (let number = from; number <= Math.min(pdf.pageCount, to ?? pdf.pageCount); number++) {
      if (pages.length > 0 && isSpent(pdf, started)) break
      reached(number, pdf.pageCount)
      const page = readPage(pdf, number, { fonts, formHandle })
      characters += charactersOf(page.segments)
      if (characters > parsedLimits.charactersMax) throw parseError('too_large_inside')
      pages.push(page)
    }
    return pages
  } finally {
    form?.close()
  }
}

function isSpent({ engine }: OpenPdf, started: NodeJS.CpuUsage): boolean {
  const { user, system } = process.cpuUsage(started)
  const isSlow = (user + system) / 1e6 > rangeBudget.cpuSeconds
  return isSlow || engine.HEAPU8.byteLength > rangeBudget.engineBytes
}

interface PageReading {
  readonly fonts: Fonts
  readonly formHandle: () => number
}

function readPage(pdf: OpenPdf, number: number, { fonts, formHandle }: PageReading): ReadPage {
  const { engine } = pdf
  const plain = engine._FPDF_LoadPage(pdf.document, number - 1)
  const notes = plain === 0 ? [] : readNotes(engine, plain, formHandle)
  const page = plain === 0 ? 0 : drawAnnotations(pdf, { page: plain, number, form: formHandle })
  if (page === 0) {
    const box = { left: 0, bottom: 0, right: 0, top: 0 }
    return { number, segments: [], box, isUnread: true, hasLeftOut: false, isPicture: false }
  }
  try {
    fonts.beginPage()
    const box = pageBox(engine, page)
    const objects = pageObjects(engine, page)
    const { runs, drawn, unread, ...glyphs } = readGlyphs({ engine, page, box }, (object) =>
      fonts.nameOf(object),
    )
    const ordered = writeBullets(segmentsFrom(runs, number), smallShapes(engine, objects))
    const segments = addNotes(ordered, notes, number)
    const leftOut = countLeftOut(engine, objects, glyphs.objects)
    const lost = unread + leftOut
    const isUnread = lost >= unreadGlyphsMin && drawn - unread < (drawn - unread + lost) * readShareMin
    const mayBePicture = charactersOf(segments) <= runningCharactersMax
    const isScan = mayBePicture && isPicture(engine, objects, box)
    return { number, segments, box, isUnread, hasLeftOut: leftOut > 0, isPicture: isScan }
  } finally {
    engine._FPDF_ClosePage(page)
  }
}
