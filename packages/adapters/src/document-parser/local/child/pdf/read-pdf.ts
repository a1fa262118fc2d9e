import { deflateRawSync } from 'node:zlib'
import { DocumentParseError, type ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../../../failure-messages.ts'
import type { PageRange, ParsedPart } from '../../page-ranges.ts'
import { carriedMax, parsedLimits, type RangeBudget, rangeBudget, unpackedBytesMax } from '../../protocol.ts'
import { pdfReaderName } from '../../reader-names.ts'
import type { FileFacts } from './blocks.ts'
import type { CarriedPages } from './carried-pages.ts'
import { orderColumns } from './columns.ts'
import { charactersOf, type ReadPage as DocumentPage, documentOf } from './document-of.ts'
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
import { type GlyphRun, mergeSegments, readSegments, type Segment } from './segments.ts'
import { isXfaForm, readXfaForm } from './xfa-form.ts'

/** Below this share of glyphs with a character, a page counts as unread. */
const readShareMin = 0.98
/** Fewer glyphs without a character are ornaments. */
const unreadGlyphsMin = 10

/** Pages with more text are not only headers, footers and stamps. */
const runningCharactersMax = 400

interface ReadPage extends DocumentPage {
  /** Whether the engine left out lines, however few. */
  readonly hasLeftOut: boolean
}

/** The pages to read, and a callback that runs before each. */
export interface PdfRange extends PageRange {
  readonly budget?: RangeBudget
  readonly reached: (page: number, of: number) => void
}

const wholeFile: PdfRange = { from: 1, reached: () => {} }

/**
 * Reads the text of a PDF page by page, until its budget is spent. Pages that are not all of the
 * file's are carried.
 */
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
    const isWhole = range.from === 1 && pages.length === pdf.pageCount
    return {
      ...(isWhole ? documentOf(pages, facts) : { blocks: [], carried: packed(pages, facts) }),
      ...(isCut && { nextPage }),
      pages: pdf.pageCount,
      parser: pdfReaderName(pdfiumName),
    }
  } finally {
    pdf.free()
  }
}

/** Pages for the process that understands all of the file's. */
function packed(pages: readonly ReadPage[], { fonts, outline }: FileFacts): string {
  const carried: CarriedPages = { pages, fonts: [...fonts], outline }
  const text = JSON.stringify(carried)
  const line = deflateRawSync(text, { level: 1 }).toString('base64')
  if (line.length > carriedMax || Buffer.byteLength(text) > unpackedBytesMax)
    throw parseError('too_large_inside')
  return line
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

/**
 * Digits that nobody sees would be most of what is carried of a large table. Rounded whether or not
 * the pages are carried, so that one process and several read the same document.
 */
function rounded(segments: readonly Segment[]): Segment[] {
  return segments.map((segment) => {
    const { x, y, right, size } = segment
    return {
      ...segment,
      x: hundredths(x),
      y: hundredths(y),
      right: hundredths(right),
      size: hundredths(size),
    }
  })
}

const hundredths = (points: number) => Math.round(points * 100) / 100

function readPdfJsPage({ number, runs, right, top }: PdfJsPage): ReadPage {
  const box = { left: 0, bottom: 0, right, top }
  const whole = { isUnread: false, hasLeftOut: false, isPicture: false }
  return { number, segments: rounded(segmentsFrom(runs, number)), box, ...whole }
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

function readPages(pdf: OpenPdf, fonts: Fonts, range: PdfRange): ReadPage[] {
  const { from, to, budget = rangeBudget, reached } = range
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
      if (pages.length > 0 && isSpent(pdf, budget, started)) break
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

function isSpent({ engine }: OpenPdf, budget: RangeBudget, started: NodeJS.CpuUsage): boolean {
  const { user, system } = process.cpuUsage(started)
  const isSlow = (user + system) / 1e6 > budget.cpuSeconds
  return isSlow || engine.HEAPU8.byteLength > budget.engineBytes
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
    const segments = rounded(addNotes(ordered, notes, number))
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
