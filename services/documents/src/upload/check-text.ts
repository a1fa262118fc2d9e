import { decodeText } from '@portal/file-rules/decode-text'
import { findZipEnd } from '@portal/file-rules/zip-directory'
import { type FileRefusal, unsafe, unsupported } from './file-refusal.ts'
import { foreignKind, latin1 } from './signatures.ts'

const headBytes = 1024
const twoFiles = unsafe('The file was refused because it is two kinds of file in one.')

/** Checks that bytes are plain text that no program would mistake for another type. */
export function checkText(bytes: Uint8Array): FileRefusal | null {
  const head = latin1(bytes.subarray(0, headBytes)).replace(/^\xef\xbb\xbf/, '')
  const kind = foreignKind(head)
  if (kind !== null) return unsupported(`The file is ${kind}, although its name says plain text.`)
  if (findZipEnd(bytes) !== -1) return twoFiles
  const text = decodeText(bytes)
  if (text === null) return unsupported('The file is not plain text, although its name says so.')
  const foreignText = foreignKind(text.slice(0, headBytes))
  if (foreignText !== null)
    return unsupported(`The file is ${foreignText}, although its name says plain text.`)
  // PDF readers accept the header anywhere in the first kilobyte.
  return /^%PDF-\d/m.test(head) && /\b\d+ \d+ obj\b/.test(text) ? twoFiles : null
}
