import type { ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { parseError } from '../../failure-messages.ts'
import { parsedLimits } from '../protocol.ts'
import { blocksOfSegments } from './pdf-blocks.ts'
import { type PdfTextItem, readSegments, type Segment } from './pdf-segments.ts'
import { dropRunningLines } from './running-lines.ts'

type OpenPdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Nothing is executed, drawn or fetched; pdf.js logs no warnings. */
const openOptions = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  useWorkerFetch: false,
  verbosity: 0,
} as const

/** Pages read at a time: while a thread inflates one page, the others are interpreted. */
const pagesAtOnce = 8

/** Loads what the first PDF would. */
export async function loadPdfEngine(): Promise<void> {
  await getResolvedPDFJS()
}

/** Reads the text of a PDF page by page, in painting order. */
export async function readPdf(content: Uint8Array): Promise<ParsedDocument> {
  const pdf = await openPdf(content)
  try {
    const fixedWidth = new Set<string>()
    const pages = await readPages(pdf, fixedWidth)
    const blocks = blocksOfSegments(dropRunningLines(pages), (font) => fixedWidth.has(font))
    const { version } = await getResolvedPDFJS()
    return { blocks, pages: pdf.numPages, parser: `local pdf.js ${version}` }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function openPdf(content: Uint8Array): Promise<OpenPdf> {
  try {
    return await getDocumentProxy(content, openOptions)
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw parseError(isLocked ? 'encrypted' : 'corrupt', { cause: error })
  }
}

async function readPages(pdf: OpenPdf, fixedWidth: Set<string>): Promise<Segment[][]> {
  if (pdf.numPages > parsedLimits.pagesMax) throw parseError('too_large_inside')
  const pages: Segment[][] = []
  let characters = 0
  while (pages.length < pdf.numPages) {
    for (const { items, styles } of await readContents(pdf, pages.length)) {
      const fonts = Object.keys(styles).filter((font) => styles[font]?.fontFamily === 'monospace')
      for (const font of fonts) fixedWidth.add(font)
      const segments = readSegments(items.filter(isText), pages.length + 1)
      characters += segments.reduce((sum, { text }) => sum + text.length, 0)
      if (characters > parsedLimits.charactersMax) throw parseError('too_large_inside')
      pages.push(segments)
    }
  }
  return pages
}

/** The next pages' contents. */
function readContents(pdf: OpenPdf, pagesRead: number) {
  const count = Math.min(pagesAtOnce, pdf.numPages - pagesRead)
  const contents = Array.from({ length: count }, async (_, index) => {
    const page = await pdf.getPage(pagesRead + index + 1)
    const content = await page.getTextContent()
    page.cleanup()
    return content
  })
  return Promise.all(contents)
}

function isText<Item extends object>(item: Item): item is Item & PdfTextItem {
  return 'str' in item
}
