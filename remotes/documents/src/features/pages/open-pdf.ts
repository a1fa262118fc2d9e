import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import { type PageText, pageText } from './page-text.ts'

/** The bundler's: where this remote's version is served from. */
declare const __webpack_public_path__: string

/** Copied beside the bundle by rspack.config.ts. */
const filesOf = (folder: string) =>
  new URL(`${__webpack_public_path__}pdfjs/${folder}/`, window.location.href).href

/** Far above what is ever read here; a file that claims more is shown as text. */
const pagesMax = 5000
/** Pixels of the largest picture that is drawn; a page that claims more shows without it. */
const picturePixelsMax = 64 * 1024 * 1024

type TextContent = Awaited<ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getTextContent']>>

/** A page's text: as the library lays it out, and folded for finding places in it. */
export interface ReadPage {
  readonly content: TextContent
  readonly text: PageText
}

/** An open PDF. Page numbers count from 1. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy
  readonly pageCount: number
  /** Sizes in points, at the rotation in which the pages are shown. */
  readonly sizes: readonly PageSize[]
  readonly readPage: (page: number) => Promise<ReadPage>
  readonly close: () => void
}

export interface PageSize {
  readonly width: number
  readonly height: number
}

/**
 * Opens a PDF in a worker. Not by the library's own start of one: where that fails, it would parse
 * foreign bytes in the page itself. Rejects when the file or the worker cannot be used.
 */
export async function openPdf(content: ArrayBuffer): Promise<OpenPdf> {
  const script = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url)
  const port = new Worker(script, { type: 'module', name: 'pdf' })
  const worker = PDFWorker.create({ port })
  const task = getDocument({
    data: new Uint8Array(content),
    worker,
    cMapUrl: filesOf('cmaps'),
    standardFontDataUrl: filesOf('standard_fonts'),
    wasmUrl: filesOf('wasm'),
    iccUrl: filesOf('iccs'),
    // The worker's policy lets it request nothing: the page hands it what it needs.
    useWorkerFetch: false,
    maxImageSize: picturePixelsMax,
    verbosity: 0,
  })
  const close = () => {
    void task.destroy().finally(() => port.terminate())
  }
  try {
    const broken = new Promise<never>((_, reject) => {
      port.addEventListener('error', () => reject(new Error('The PDF worker did not start.')))
    })
    const document = await Promise.race([task.promise, broken])
    if (document.numPages > pagesMax) throw new Error(`The PDF has more than ${pagesMax} pages.`)
    const sizes = await pageSizes(document)
    return { document, pageCount: document.numPages, sizes, readPage: pageReader(document), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Pages are asked for in batches, so that the first are not behind hundreds of others. */
const sizesAtOnce = 50

async function pageSizes(document: PDFDocumentProxy): Promise<PageSize[]> {
  const sizes: PageSize[] = []
  for (let first = 1; first <= document.numPages; first += sizesAtOnce) {
    const count = Math.min(sizesAtOnce, document.numPages - first + 1)
    const pages = await Promise.all(Array.from({ length: count }, (_, at) => document.getPage(first + at)))
    sizes.push(...pages.map((page) => page.getViewport({ scale: 1 })))
  }
  return sizes.map(({ width, height }) => ({ width, height }))
}

/** Reads each page's text once. */
function pageReader(document: PDFDocumentProxy): OpenPdf['readPage'] {
  const known = new Map<number, Promise<ReadPage>>()
  const read = async (number: number): Promise<ReadPage> => {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    const items = content.items.flatMap((item) => ('str' in item ? [item.str] : []))
    return { content, text: pageText(items) }
  }
  return (number) => {
    const reading = known.get(number) ?? read(number)
    known.set(number, reading)
    return reading
  }
}
