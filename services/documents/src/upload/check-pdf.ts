import { findZipEnd } from '@portal/file-rules/zip-directory'
import { encrypted, type FileRefusal, unsafe, unsupported } from './file-refusal.ts'
import { holdsMarkup, latin1 } from './signatures.ts'

const headBytes = 1024

/** Checks that bytes are a PDF (ISO 32000-1, 7.5) and nothing else, and not encrypted. */
export function checkPdf(bytes: Uint8Array): FileRefusal | null {
  const head = latin1(bytes.subarray(0, headBytes))
  if (!/^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(head))
    return unsupported('The file is not a PDF, although its name says so.')
  const text = latin1(bytes)
  if (!/\b\d+\s+\d+\s+obj\b/.test(text))
    return unsupported('The file is not a PDF, although its name says so.')
  const tail = text.slice(text.lastIndexOf('%%EOF'))
  if (holdsMarkup(head) || (tail.startsWith('%%EOF') && holdsMarkup(tail)) || findZipEnd(bytes) !== -1)
    return unsafe('The file was refused because it is two kinds of file in one.')
  return isEncrypted(text) ? encrypted : null
}

/**
 * The key is in the trailer or in the dictionary of a cross-reference stream, neither compressed.
 */
function isEncrypted(text: string): boolean {
  return /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(text)
}
