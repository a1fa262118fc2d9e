import { annotationsMax, isOnlyDrawn } from './page-annotations.ts'
import type { OpenPdf } from './pdfium.ts'

/** Number of fpdf_annot.h. */
const stamp = 13
const normalDisplay = 0

/**
 * What signatures and stamps show is said by their drawing alone: it becomes part of the page, and
 * all other annotations go. Returns the page to read on with, opened again if it was changed.
 */
export function drawAnnotations(
  { engine, document }: OpenPdf,
  { page, number, form }: { readonly page: number; readonly number: number; readonly form: () => number },
): number {
  const isDrawn = (annotation: number) =>
    engine._FPDFAnnot_GetSubtype(annotation) === stamp || isOnlyDrawn(engine, annotation, form)
  const count = Math.min(annotationsMax, engine._FPDFPage_GetAnnotCount(page))
  const others = Array.from({ length: count }, (_, index) => index).filter((index) => {
    const annotation = engine._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return true
    const isOther = !isDrawn(annotation)
    engine._FPDFPage_CloseAnnot(annotation)
    return isOther
  })
  if (others.length === count) return page
  for (const index of others.reverse()) engine._FPDFPage_RemoveAnnot(page, index)
  engine._FPDFPage_Flatten(page, normalDisplay)
  engine._FPDF_ClosePage(page)
  return engine._FPDF_LoadPage(document, number - 1)
}
