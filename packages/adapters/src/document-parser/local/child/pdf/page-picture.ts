import { type PageBox, rectangle } from './page-glyphs.ts'
import type { Pdfium } from './pdfium.ts'

const objectType = { text: 1, path: 2, image: 3, form: 5 }
/** A picture over this share of a page without text is probably a scan of text. */
const scanShare = 0.3
/** So many shapes on a page without text are probably letters drawn as curves. */
const outlinedShapes = 200
const objectsMax = 5_000

/** The visible part of a page. */
export function pageBox(engine: Pdfium, page: number): PageBox {
  return withScratch(engine, (scratch) => {
    engine._FPDF_GetPageBoundingBox(page, scratch)
    const edge = (index: number) => engine.HEAPF32[(scratch >> 2) + index] ?? 0
    return {
      left: edge(rectangle.left),
      bottom: Math.min(edge(rectangle.bottom), edge(rectangle.top)),
      right: edge(rectangle.right),
      top: Math.max(edge(rectangle.bottom), edge(rectangle.top)),
    }
  })
}

/** Gives the address of four floats. */
function withScratch<T>(engine: Pdfium, use: (scratch: number) => T): T {
  const scratch = engine.wasmExports.malloc(16)
  try {
    return use(scratch)
  } finally {
    engine.wasmExports.free(scratch)
  }
}

/** Whether a page without text shows text all the same: as a scan, or as drawn letters. */
export function isPicture(engine: Pdfium, page: number, box: PageBox): boolean {
  const count = Math.min(objectsMax, engine._FPDFPage_CountObjects(page))
  const area = (box.right - box.left) * (box.top - box.bottom)
  return withScratch(engine, (scratch) => {
    let shapes = 0
    for (let index = 0; index < count; index++) {
      const object = engine._FPDFPage_GetObject(page, index)
      const type = engine._FPDFPageObj_GetType(object)
      if (type === objectType.path) shapes++
      if (type !== objectType.image && type !== objectType.form) continue
      const { width, height } = boundsOf(engine, object, scratch)
      if (width * height > area * scanShare) return true
    }
    return shapes >= outlinedShapes
  })
}

/** A text object of less width is left out by the engine. */
const widthMin = 0.01
/** The height of a glyph, about. */
const glyphHeight = 10

/**
 * How many glyphs, about, the engine left out of a page's text: those of lines that run downwards
 * in fonts whose shapes it does not know, so that it takes their width for none. Objects that it
 * `read` are not among them.
 */
export function countLeftOut(engine: Pdfium, page: number, read: ReadonlySet<number>): number {
  const count = Math.min(objectsMax, engine._FPDFPage_CountObjects(page))
  return withScratch(engine, (scratch) => {
    let glyphs = 0
    for (let index = 0; index < count; index++) {
      const object = engine._FPDFPage_GetObject(page, index)
      if (read.has(object) || engine._FPDFPageObj_GetType(object) !== objectType.text) continue
      const { width, height } = boundsOf(engine, object, scratch)
      if (width < widthMin) glyphs += Math.floor(height / glyphHeight)
    }
    return glyphs
  })
}

function boundsOf(engine: Pdfium, object: number, scratch: number): { width: number; height: number } {
  const [left, bottom, right, top] = [scratch, scratch + 4, scratch + 8, scratch + 12]
  const isKnown = engine._FPDFPageObj_GetBounds(object, left, bottom, right, top) !== 0
  const at = (address: number) => engine.HEAPF32[address >> 2] ?? 0
  return isKnown ? { width: at(right) - at(left), height: at(top) - at(bottom) } : { width: 0, height: 0 }
}
