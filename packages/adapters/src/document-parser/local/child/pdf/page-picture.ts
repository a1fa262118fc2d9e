import { type PageBox, rectangle } from './page-glyphs.ts'
import { edgesOf, objectType, type PageObject, withScratch } from './page-objects.ts'
import type { Pdfium } from './pdfium.ts'

/** A picture over this share of a page without text is probably a scan of text. */
const scanShare = 0.3
/** So many shapes on a page without text are probably letters drawn as curves. */
const outlinedShapes = 200

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

/** Whether a page without text shows text all the same: as a scan, or as drawn letters. */
export function isPicture(engine: Pdfium, objects: readonly PageObject[], box: PageBox): boolean {
  const area = (box.right - box.left) * (box.top - box.bottom)
  return withScratch(engine, (scratch) => {
    let shapes = 0
    for (const { object, type } of objects) {
      if (type === objectType.path) shapes++
      if (type !== objectType.image && type !== objectType.form) continue
      const { left, bottom, right, top } = edgesOf(engine, object, scratch)
      if ((right - left) * (top - bottom) > area * scanShare) return true
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
export function countLeftOut(
  engine: Pdfium,
  objects: readonly PageObject[],
  read: ReadonlySet<number>,
): number {
  return withScratch(engine, (scratch) => {
    let glyphs = 0
    for (const { object, type } of objects) {
      if (read.has(object) || type !== objectType.text) continue
      const { left, bottom, right, top } = edgesOf(engine, object, scratch)
      if (right - left < widthMin) glyphs += Math.floor((top - bottom) / glyphHeight)
    }
    return glyphs
  })
}
