import { rectangle } from './page-glyphs.ts'
import { type OpenPdf, type Pdfium, readUtf16 } from './pdfium.ts'
import type { Segment } from './segments.ts'

/** Subtypes and flags of annotations (ISO 32000-1, 12.5; numbers of fpdf_annot.h). */
const subtype = { freeText: 3, widget: 20 }
const hidden = 2 | 32
/** Fields whose value is text, unless it is a password, and fields that are checked or not. */
const fieldType = { comboBox: 4, listBox: 5, textField: 6 }
const signatureField = 7
const checkedType = { checkBox: 2, radioButton: 3 }
const checkMark = '☒'
const passwordField = 1 << 13
/** More of a page are not read. */
export const annotationsMax = 2_000

const formInfo = { bytes: 512, version: 2 }

/**
 * The form of a file. The engine wants a table of callbacks for it; nothing is executed or drawn,
 * so it stays empty.
 */
export function openForm({ engine, document }: OpenPdf): { handle: number; close: () => void } {
  const info = engine.wasmExports.malloc(formInfo.bytes)
  engine.HEAPU8.fill(0, info, info + formInfo.bytes)
  engine.HEAPU8[info] = formInfo.version
  const handle = engine._FPDFDOC_InitFormFillEnvironment(document, info)
  const close = () => {
    if (handle !== 0) engine._FPDFDOC_ExitFormFillEnvironment(handle)
    engine.wasmExports.free(info)
  }
  return { handle, close }
}

interface Note {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Puts the text of form fields and free-text annotations of a page among its segments. */
export function addNotes(segments: readonly Segment[], notes: readonly Note[], page: number): Segment[] {
  const placed = [...segments]
  for (const note of notes) {
    const at = indexBefore(placed, note)
    const lines = note.text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
    const size = Math.min(12, Math.max(6, (note.top - note.bottom) / Math.max(1, lines.length) / 1.3))
    const y = lines.length === 1 ? (note.top + note.bottom - size * 0.7) / 2 : note.top - size
    const shown = lines.map((text, index): Segment => {
      const { x, right } = note
      return { text: text.trim(), page, x, y: y - index * size * 1.2, right, size, font: '' }
    })
    placed.splice(at, 0, ...shown)
  }
  return placed
}

/** The text of the form fields and free-text annotations of a page, and where it is. */
export function readNotes(engine: Pdfium, page: number, form: () => number): Note[] {
  const count = Math.min(annotationsMax, engine._FPDFPage_GetAnnotCount(page))
  return Array.from({ length: count }, (_, index) => {
    const annotation = engine._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return null
    try {
      return readNote(engine, annotation, form)
    } finally {
      engine._FPDFPage_CloseAnnot(annotation)
    }
  }).filter((note) => note !== null && note.text.trim() !== '') as Note[]
}

function readNote(engine: Pdfium, annotation: number, form: () => number): Note | null {
  const kind = engine._FPDFAnnot_GetSubtype(annotation)
  if ((kind !== subtype.freeText && kind !== subtype.widget) || isHidden(engine, annotation)) return null
  const text =
    kind === subtype.freeText
      ? stringOf(engine, annotation, 'Contents')
      : fieldValue(engine, annotation, form())
  return { text, ...boxOf(engine, annotation) }
}

function isHidden(engine: Pdfium, annotation: number): boolean {
  return (engine._FPDFAnnot_GetFlags(annotation) & hidden) !== 0
}

/** The value of an entry of the annotation; `AS` is the state that a field to check shows. */
function stringOf(engine: Pdfium, annotation: number, entry: 'Contents' | 'AS' | 'FT' | 'V'): string {
  return withKey(engine, entry, (key) =>
    readUtf16(engine, (buffer, bytes) => engine._FPDFAnnot_GetStringValue(annotation, key, buffer, bytes)),
  )
}

function flagsOf(engine: Pdfium, annotation: number): number {
  return withKey(engine, 'Ff', (key) => {
    const value = key + valueAt
    return engine._FPDFAnnot_GetNumberValue(annotation, key, value) ? (engine.HEAPF32[value >> 2] ?? 0) : 0
  })
}

const valueAt = 16

/** Gives the address of a name, with room for a value behind it. */
function withKey<T>(engine: Pdfium, name: string, use: (key: number) => T): T {
  const key = engine.wasmExports.malloc(2 * valueAt)
  engine.HEAPU8.set(Buffer.from(`${name}\0`, 'latin1'), key)
  try {
    return use(key)
  } finally {
    engine.wasmExports.free(key)
  }
}

/** A field of a page that was taken out of its form: the annotation alone says what it is. */
function looseValue(engine: Pdfium, annotation: number): string {
  const type = stringOf(engine, annotation, 'FT')
  const isPassword = (flagsOf(engine, annotation) & passwordField) !== 0
  if (type === 'Ch' || (type === 'Tx' && !isPassword)) return stringOf(engine, annotation, 'V')
  if (type === 'Btn') return markOf(engine, annotation)
  return ''
}

function markOf(engine: Pdfium, annotation: number): string {
  return /^(?:Off)?$/.test(stringOf(engine, annotation, 'AS')) ? '' : checkMark
}

/** Whether an annotation is a field that is signed, or one of which only its drawing is known. */
export function isOnlyDrawn(engine: Pdfium, annotation: number, form: () => number): boolean {
  if (engine._FPDFAnnot_GetSubtype(annotation) !== subtype.widget) return false
  const handle = form()
  const type = handle === 0 ? -1 : engine._FPDFAnnot_GetFormFieldType(handle, annotation)
  // Without a type of its own, it has that of a parent that the engine does not show.
  return type === signatureField || (type < 0 && /^(?:Sig)?$/.test(stringOf(engine, annotation, 'FT')))
}

/** More of a list are not read. */
const optionsMax = 1_000

/** A list is shown with all its options, a line each. */
function optionsOf(engine: Pdfium, annotation: number, form: number): string {
  const count = Math.min(optionsMax, engine._FPDFAnnot_GetOptionCount(form, annotation))
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const label = readUtf16(engine, (buffer, bytes) =>
      engine._FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, bytes),
    )
    return engine._FPDFAnnot_IsOptionSelected(form, annotation, index) === 1 ? `${checkMark} ${label}` : label
  }).join('\n')
}

function fieldValue(engine: Pdfium, annotation: number, form: number): string {
  const type = form === 0 ? -1 : engine._FPDFAnnot_GetFormFieldType(form, annotation)
  if (type < 0) return looseValue(engine, annotation)
  if (Object.values(checkedType).includes(type)) return markOf(engine, annotation)
  const isText = Object.values(fieldType).includes(type)
  const isPassword =
    type === fieldType.textField &&
    (engine._FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordField) !== 0
  if (!isText || isPassword) return ''
  if (type === fieldType.listBox) return optionsOf(engine, annotation, form)
  return readUtf16(engine, (buffer, bytes) =>
    engine._FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes),
  )
}

function boxOf(engine: Pdfium, annotation: number): Omit<Note, 'text'> {
  const scratch = engine.wasmExports.malloc(16)
  engine._FPDFAnnot_GetRect(annotation, scratch)
  const edge = (index: number) => engine.HEAPF32[(scratch >> 2) + index] ?? 0
  const [left, right] = [edge(rectangle.left), edge(rectangle.right)]
  const [bottom, top] = [edge(rectangle.bottom), edge(rectangle.top)]
  engine.wasmExports.free(scratch)
  return { x: left, right, bottom: Math.min(bottom, top), top: Math.max(bottom, top) }
}

/** After the label to its left, else before that to its right, else after the last line above. */
function indexBefore(segments: readonly Segment[], { x, top, bottom }: Note): number {
  const isBeside = ({ y }: Segment) => y >= bottom - 2 && y <= top
  const label = segments.findLastIndex((segment) => isBeside(segment) && segment.x < x)
  if (label !== -1) return label + 1
  const beside = segments.findIndex(isBeside)
  if (beside !== -1) return beside
  const below = segments.findIndex((segment) => segment.y < bottom)
  return below === -1 ? segments.length : below
}
