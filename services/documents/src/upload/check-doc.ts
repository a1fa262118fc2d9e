import { readCompoundFile } from './compound-file.ts'
import { encrypted, type FileRefusal, unsupported } from './file-refusal.ts'

const notWord = unsupported('The file is not a Word document (DOC), although its name says so.')
const wordMagic = 0xa5ec
const encryptedFlag = 0x0100

/** Checks that bytes are a binary Word document (MS-DOC 2.5.1) that is not encrypted. */
export function checkDoc(bytes: Uint8Array): FileRefusal | null {
  const streams = readCompoundFile(bytes)?.streams
  if (streams?.has('EncryptedPackage')) return encrypted
  const head = streams?.get('WordDocument')
  if (head === undefined || head.byteLength < 12) return notWord
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (view.getUint16(0, true) !== wordMagic) return notWord
  return view.getUint16(10, true) & encryptedFlag ? encrypted : null
}
