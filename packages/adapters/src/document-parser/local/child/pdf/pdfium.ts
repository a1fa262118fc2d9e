import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { parseError } from '../../../failure-messages.ts'

// The package exports its machine code, but not its package.json.
const machineCode = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', pathToFileURL(machineCode)), 'utf8'),
)

type Handle = number

/** The functions of PDFium's C interface that are used here; handles are addresses, 0 is none. */
export interface Pdfium {
  readonly HEAPU8: Uint8Array
  readonly HEAPF32: Float32Array
  readonly HEAPF64: Float64Array
  readonly wasmExports: {
    readonly malloc: (bytes: number) => number
    readonly free: (address: number) => void
  }
  _FPDF_LoadMemDocument(address: number, bytes: number, password: number): Handle
  _FPDF_GetLastError(): number
  _FPDF_CloseDocument(document: Handle): void
  _FPDF_GetPageCount(document: Handle): number
  _FPDF_GetFormType(document: Handle): number
  _FPDF_LoadPage(document: Handle, index: number): Handle
  _FPDF_ClosePage(page: Handle): void
  _FPDF_GetPageBoundingBox(page: Handle, rectangle: number): number
  _FPDFPage_CountObjects(page: Handle): number
  _FPDFPage_GetObject(page: Handle, index: number): Handle
  _FPDFPageObj_GetType(object: Handle): number
  _FPDFPageObj_GetBounds(object: Handle, left: number, bottom: number, right: number, top: number): number
  _FPDFText_LoadPage(page: Handle): Handle
  _FPDFText_ClosePage(text: Handle): void
  _FPDFText_CountChars(text: Handle): number
  _FPDFText_GetUnicode(text: Handle, index: number): number
  _FPDFText_IsGenerated(text: Handle, index: number): number
  _FPDFText_IsHyphen(text: Handle, index: number): number
  _FPDFText_HasUnicodeMapError(text: Handle, index: number): number
  _FPDFText_GetTextObject(text: Handle, index: number): Handle
  _FPDFText_GetFontSize(text: Handle, index: number): number
  _FPDFText_GetMatrix(text: Handle, index: number, matrix: number): number
  _FPDFText_GetCharOrigin(text: Handle, index: number, x: number, y: number): number
  _FPDFText_GetLooseCharBox(text: Handle, index: number, rectangle: number): number
  _FPDFTextObj_GetFont(object: Handle): Handle
  _FPDFFont_GetFlags(font: Handle): number
  _FPDFFont_GetBaseFontName(font: Handle, buffer: number, bytes: number): number
  _FPDFPage_GetAnnotCount(page: Handle): number
  _FPDFPage_GetAnnot(page: Handle, index: number): Handle
  _FPDFPage_CloseAnnot(annotation: Handle): void
  _FPDFPage_RemoveAnnot(page: Handle, index: number): number
  _FPDFPage_Flatten(page: Handle, use: number): number
  _FPDFAnnot_GetSubtype(annotation: Handle): number
  _FPDFAnnot_GetFlags(annotation: Handle): number
  _FPDFAnnot_GetRect(annotation: Handle, rectangle: number): number
  _FPDFAnnot_GetStringValue(annotation: Handle, key: number, buffer: number, bytes: number): number
  _FPDFAnnot_GetNumberValue(annotation: Handle, key: number, value: number): number
  _FPDFAnnot_GetFormFieldType(form: Handle, annotation: Handle): number
  _FPDFAnnot_GetFormFieldFlags(form: Handle, annotation: Handle): number
  _FPDFAnnot_GetFormFieldValue(form: Handle, annotation: Handle, buffer: number, bytes: number): number
  _FPDFAnnot_GetOptionCount(form: Handle, annotation: Handle): number
  _FPDFAnnot_GetOptionLabel(
    form: Handle,
    annotation: Handle,
    index: number,
    buffer: number,
    bytes: number,
  ): number
  _FPDFAnnot_IsOptionSelected(form: Handle, annotation: Handle, index: number): number
  _FPDFDOC_InitFormFillEnvironment(document: Handle, info: number): Handle
  _FPDFDOC_ExitFormFillEnvironment(form: Handle): void
  _FPDFBookmark_GetFirstChild(document: Handle, bookmark: Handle): Handle
  _FPDFBookmark_GetNextSibling(document: Handle, bookmark: Handle): Handle
  _FPDFBookmark_GetTitle(bookmark: Handle, buffer: number, bytes: number): number
  _FPDFBookmark_GetDest(document: Handle, bookmark: Handle): Handle
  _FPDFBookmark_GetAction(bookmark: Handle): Handle
  _FPDFAction_GetDest(document: Handle, action: Handle): Handle
  _FPDFDest_GetDestPageIndex(document: Handle, destination: Handle): number
}

let loading: Promise<Pdfium> | undefined

/** The engine, loaded once per process: its machine code takes about 40 ms. */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= PDFiumLibrary.init().then(rawInterface)
  return loading
}

/** The engine and its version, for the record. */
export const pdfiumName = `PDFium ${version}`

/** The package keeps the C interface that it wraps in a field that its types hide. */
function rawInterface(library: object): Pdfium {
  const { module }: { module?: Pdfium } = library
  if (module === undefined) throw new Error('The PDF engine does not show its interface.')
  // Called as they are: the package checks each call in a wrapper, a tenth of the time of a page.
  for (const [name, call] of Object.entries(module.wasmExports))
    if (`_${name}` in module) Reflect.set(module, `_${name}`, call)
  return module
}

/** An open file; `free` releases everything that the engine holds of it. */
export interface OpenPdf {
  readonly engine: Pdfium
  readonly document: Handle
  readonly pageCount: number
  readonly free: () => void
}

const wrongPassword = 4
const unknownEncryption = 5

/** Opens a PDF with the empty password, as every reader does first. Throws DocumentParseError. */
export async function openPdf(content: Uint8Array): Promise<OpenPdf> {
  const engine = await loadPdfium()
  const address = engine.wasmExports.malloc(content.byteLength)
  if (address === 0) throw parseError('memory_limit')
  engine.HEAPU8.set(content, address)
  const document = engine._FPDF_LoadMemDocument(address, content.byteLength, 0)
  if (document === 0) {
    const error = engine._FPDF_GetLastError()
    engine.wasmExports.free(address)
    throw parseError(error === wrongPassword || error === unknownEncryption ? 'encrypted' : 'corrupt', {
      cause: new Error(`The PDF engine ended with error ${error}.`),
    })
  }
  const free = () => {
    engine._FPDF_CloseDocument(document)
    engine.wasmExports.free(address)
  }
  return { engine, document, pageCount: engine._FPDF_GetPageCount(document), free }
}

const bufferBytes = 64 * 1024

/** Reads a text: `fill` gets a buffer with its size and returns the bytes that it needs. */
export function readUtf16(engine: Pdfium, fill: (buffer: number, bytes: number) => number): string {
  return readText(engine, fill, 'utf-16le').replace(/\0+$/, '')
}

/** The same for a name in bytes. */
export function readLatin1(engine: Pdfium, fill: (buffer: number, bytes: number) => number): string {
  return readText(engine, fill, 'latin1').replace(/\0+$/, '')
}

function readText(
  engine: Pdfium,
  fill: (buffer: number, bytes: number) => number,
  encoding: 'utf-16le' | 'latin1',
): string {
  const buffer = engine.wasmExports.malloc(bufferBytes)
  try {
    const bytes = fill(buffer, bufferBytes)
    // The engine writes nothing into a buffer that is too small.
    if (bytes > bufferBytes) return ''
    return Buffer.from(engine.HEAPU8.slice(buffer, buffer + bytes)).toString(encoding)
  } finally {
    engine.wasmExports.free(buffer)
  }
}
