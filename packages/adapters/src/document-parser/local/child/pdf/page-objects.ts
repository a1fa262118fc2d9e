import type { Pdfium } from './pdfium.ts'

/** What the engine calls the kinds of objects. */
export const objectType = { text: 1, path: 2, image: 3, form: 5 }
const objectsMax = 5_000

/** The edges of what a page draws, in points. */
export interface Edges {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** What a page draws: text, a shape, a picture, or several in one. */
export interface PageObject {
  readonly object: number
  readonly type: number
}

/** What a page draws, up to a number that no page of text reaches. */
export function pageObjects(engine: Pdfium, page: number): PageObject[] {
  const count = Math.min(objectsMax, engine._FPDFPage_CountObjects(page))
  return Array.from({ length: count }, (_, index) => {
    const object = engine._FPDFPage_GetObject(page, index)
    return { object, type: engine._FPDFPageObj_GetType(object) }
  })
}

/** Gives the address of four floats. */
export function withScratch<T>(engine: Pdfium, use: (scratch: number) => T): T {
  const scratch = engine.wasmExports.malloc(16)
  try {
    return use(scratch)
  } finally {
    engine.wasmExports.free(scratch)
  }
}

/** The edges of an object; all 0 where the engine knows none. */
export function edgesOf(engine: Pdfium, object: number, scratch: number): Edges {
  const [left, bottom, right, top] = [scratch, scratch + 4, scratch + 8, scratch + 12]
  const isKnown = engine._FPDFPageObj_GetBounds(object, left, bottom, right, top) !== 0
  const at = (address: number) => (isKnown ? (engine.HEAPF32[address >> 2] ?? 0) : 0)
  return { left: at(left), bottom: at(bottom), right: at(right), top: at(top) }
}
