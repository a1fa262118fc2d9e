import type { Document } from '@portal/contracts/documents'
import { documentLines } from './document-lines.ts'

/** A file name made of the title: signs that a file system refuses become dashes. */
export function summaryFileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 120)
  return `${name === '' ? 'document' : name}.txt`
}

/** The metadata of a document as text, one line per field. */
export function summaryText(document: Document): string {
  return `${documentLines(document)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')}\n`
}

/** Saves the summary as a text file named from the title (decision 23). */
export function saveSummary(document: Document): void {
  const address = URL.createObjectURL(new Blob([summaryText(document)], { type: 'text/plain;charset=utf-8' }))
  const link = globalThis.document.createElement('a')
  link.href = address
  link.download = summaryFileName(document.title)
  link.click()
  URL.revokeObjectURL(address)
}
