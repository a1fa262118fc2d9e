/** A PDF object: its text, and the bytes of its stream if it is one. */
export interface PdfObject {
  readonly text: string
  readonly stream?: Uint8Array
}

/** Writes a PDF 1.4 file. Objects are numbered from 1 in order; the first is the catalog. */
export function pdfFile(objects: readonly (string | PdfObject)[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.byteLength ?? 0
  const add = (...bytes: Buffer[]) => {
    for (const part of bytes) length += part.byteLength
    parts.push(...bytes)
  }
  objects.forEach((object, index) => {
    offsets.push(length)
    add(Buffer.from(`${index + 1} 0 obj\n`), ...objectBytes(object), Buffer.from('\nendobj\n'))
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  add(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}`),
    Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`),
  )
  return new Uint8Array(Buffer.concat(parts))
}

function objectBytes(object: string | PdfObject): Buffer[] {
  if (typeof object === 'string') return [Buffer.from(object, 'latin1')]
  if (object.stream === undefined) return [Buffer.from(object.text, 'latin1')]
  const dictionary = object.text.replace(/>>\s*$/, `/Length ${object.stream.byteLength} >>`)
  return [
    Buffer.from(`${dictionary}\nstream\n`, 'latin1'),
    Buffer.from(object.stream),
    Buffer.from('\nendstream'),
  ]
}

/** A page: operators as text, or packed bytes with the filters to unpack them. */
export interface PdfPage {
  readonly operators?: string
  readonly packed?: { readonly bytes: Uint8Array; readonly filter: string }
}

/** A PDF of pages in Helvetica; `catalog` and `trailer` are added to those dictionaries. */
export function pdfOfPages(
  pages: readonly PdfPage[],
  further: { catalog?: string; trailer?: string } = {},
): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  return pdfFile(
    [
      `<< /Type /Catalog /Pages 2 0 R ${further.catalog ?? ''} >>`,
      `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...pages.flatMap((page, index) => pageObjects(page, 5 + index * 2)),
    ],
    further.trailer,
  )
}

function pageObjects({ operators, packed }: PdfPage, contents: number): (string | PdfObject)[] {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contents} 0 R >>`
  if (packed !== undefined) return [page, { text: `<< /Filter ${packed.filter} >>`, stream: packed.bytes }]
  return [page, { text: '<< >>', stream: Buffer.from(operators ?? '', 'latin1') }]
}

/** Operators for lines of text from `top` downwards, in points; `gap` separates blocks. */
export function textOperators(
  lines: readonly (string | { readonly text: string; readonly size?: number; readonly gap?: number })[],
  top = 740,
): string {
  let y = top
  const shown = lines.map((line) => {
    const { text, size = 11, gap = 0 } = typeof line === 'string' ? { text: line } : line
    const escaped = text.replace(/[\\()]/g, '\\$&')
    const operators = `BT /F1 ${size} Tf 1 0 0 1 72 ${y} Tm (${escaped}) Tj ET`
    y -= Math.round(size * 1.3) + gap
    return operators
  })
  return shown.join('\n')
}
