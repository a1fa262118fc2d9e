import { ZipRefused } from '@portal/file-rules/zip-directory'
import { readOfficeDirectory } from '@portal/file-rules/zip-rules'
import { readCompoundFile } from './compound-file.ts'
import { encrypted, type FileRefusal, unsafe, unsupported } from './file-refusal.ts'

const notWord = unsupported('The file is not a Word document (DOCX), although its name says so.')

/** Checks, without inflating, that bytes are a Word document (ECMA-376-2), not encrypted. */
export function checkDocx(bytes: Uint8Array): FileRefusal | null {
  const compound = readCompoundFile(bytes)
  if (compound !== null) return compound.streams.has('EncryptedPackage') ? encrypted : notWord
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return notWord
  try {
    const names = new Set(readOfficeDirectory(bytes).map(({ name }) => name.toLowerCase()))
    if (!names.has('[content_types].xml') || !names.has('word/document.xml')) return notWord
    return [...names].some((name) => name.endsWith('vbaproject.bin'))
      ? unsafe('The file was refused because it contains macros. Save it without macros and upload it again.')
      : null
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error
    if (error.problem === 'encrypted') return encrypted
    return error.problem === 'corrupt' ? unsupported(error.message) : unsafe(error.message)
  }
}
