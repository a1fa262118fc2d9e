import { fileURLToPath } from 'node:url'
import { parseError } from '../../../failure-messages.ts'
import { parsedLimits } from '../../protocol.ts'
import { pdfReaderName } from '../../reader-names.ts'
import { readsAsWords } from './reads-as-words.ts'
import type { GlyphRun } from './segments.ts'
import { turnedDown, withUsualSigns } from './vertical-writing.ts'

/** Which characters the codes of Chinese, Japanese and Korean encodings are; Adobe's tables. */
const characterMaps = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')))

/** Nothing is executed, drawn or fetched; pdf.js logs no warnings. */
const openOptions = {
  cMapUrl: characterMaps,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  useWorkerFetch: false,
  verbosity: 0,
} as const

/** The engine, for the record. */
export const pdfJsName = pdfReaderName('pdf.js')

/** Opens a PDF with pdf.js, which is loaded on demand: few files need it. */
export async function openWithPdfJs(content: Uint8Array, further: { readonly enableXfa?: boolean } = {}) {
  const { getDocumentProxy } = await import('unpdf')
  // Copied, because pdf.js takes the bytes away from their owner.
  const pdf = await getDocumentProxy(new Uint8Array(content), { ...openOptions, ...further })
  if (pdf.numPages <= parsedLimits.pagesMax) return pdf
  await pdf.loadingTask.destroy()
  throw parseError('too_large_inside')
}

/** A page as the second engine reads it. */
export interface PdfJsPage {
  readonly number: number
  readonly runs: readonly GlyphRun[]
  readonly right: number
  readonly top: number
}

/**
 * Reads pages with pdf.js, which knows some fonts and mends some files that PDFium does not;
 * without `numbers`, all of them.
 */
export async function readWithPdfJs(content: Uint8Array, numbers?: readonly number[]): Promise<PdfJsPage[]> {
  const pdf = await openWithPdfJs(content)
  try {
    const pages: PdfJsPage[] = []
    for (const number of numbers ?? Array.from({ length: pdf.numPages }, (_, index) => index + 1)) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const [, , right = 0, top = 0] = page.view
      pages.push({ number, right, top, runs: runsOf(items.filter(isText), `pdf.js ${numbers?.[0] ?? 1}`) })
      page.cleanup()
    }
    return pages
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** A text item of pdf.js: transform to page units (origin bottom left), width, font. */
interface TextItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  /** 'ttb': downwards. */
  readonly dir: string
  readonly fontName: string
}

function isText<Item extends object>(item: Item): item is Item & TextItem {
  return 'str' in item
}

/** pdf.js names fonts in the order of a reading; `reading` tells those of a file apart. */
function runsOf(items: readonly TextItem[], reading: string): GlyphRun[] {
  const runs: GlyphRun[] = []
  let isAfterSpace = false
  for (const { str, transform, width, height, dir, fontName } of items) {
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform
    const size = Math.hypot(c, d) || Math.hypot(a, b)
    const span = dir === 'ttb' ? turnedDown({ x, top: y, bottom: y - height }) : { x, y, right: x + width }
    if (str.trim() !== '')
      runs.push({ text: withUsualSigns(str), ...span, size, font: `${reading} ${fontName}`, isAfterSpace })
    isAfterSpace = /\s$/.test(str) || str === ''
  }
  return runs
}

const properShareMin = 0.9

/** Whether what the second engine read is text, and more of it than the first one read. */
export function isBetterReading({ runs }: PdfJsPage, charactersBefore: number): boolean {
  const text = runs.map((run) => run.text).join(' ')
  const characters = text.replace(/\s+/g, '')
  const proper = characters.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{M}]+/gu, '')
  const isLatin = characters.replace(/[^a-zA-Z]+/g, '').length > characters.length / 2
  return (
    characters.length > charactersBefore &&
    proper.length >= characters.length * properShareMin &&
    (!isLatin || readsAsWords(text))
  )
}
