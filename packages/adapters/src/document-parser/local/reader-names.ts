/** Incremented when more of a PDF is read than before, which the texts of earlier ones lack. */
const pdfReading = 3

/** How a reader names itself in what it read of a PDF. */
export function pdfReaderName(engine: string): string {
  return `local ${engine}, reading ${pdfReading}`
}

/** Whether what this reader would read is more than what the named one did. */
export function isEarlierReader(name: string): boolean {
  return /^local (?:PDFium|pdf\.js)/.test(name) && !name.endsWith(`, reading ${pdfReading}`)
}
