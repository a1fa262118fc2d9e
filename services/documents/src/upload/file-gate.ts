import { uploadBytesMax } from '@portal/contracts/documents'
import type { fileRefusals } from '@portal/contracts/errors'
import { CompoundFile } from '@portal/file-rules/compound-file'
import { decodeText } from '@portal/file-rules/decode-text'
import { findZipEnd, ZipRefused } from '@portal/file-rules/zip-directory'
import { readOfficeDirectory } from '@portal/file-rules/zip-rules'
import type { ParsableType } from '@portal/service-kit/ports/document-parser'
import { foreignKind, holdsMarkup, latin1 } from './signatures.ts'

/** Why an upload is refused immediately; its code determines the status (contracts/errors). */
interface FileRefusal {
  readonly ok: false
  readonly code: (typeof fileRefusals)[number]
  readonly message: string
}

function refuse(code: FileRefusal['code'], message: string): FileRefusal {
  return { ok: false, code, message }
}

const encrypted = refuse(
  'encrypted_file',
  'The file is protected by a password. Remove the protection and upload it again.',
)

const notPdf = refuse('unsupported_file', 'The file is not a PDF, although its name says so.')
const notDocx = refuse(
  'unsupported_file',
  'The file is not a Word document (DOCX), although its name says so.',
)
const notDoc = refuse('unsupported_file', 'The file is not a Word document (DOC), although its name says so.')
const tooOld = refuse(
  'unsupported_file',
  'The file is of Word 95 or older, which cannot be read. Save it as DOCX and upload it again.',
)
const headBytes = 1024
const wordHeadBytes = 12
const wordMagic = { since97: 0xa5ec, before97: 0xa5dc }
const encryptedFlag = 0x0100
const twoFiles = refuse('unsafe_file', 'The file was refused because it is two kinds of file in one.')

/** A file that may be stored, with the type that its name, first bytes and structure agree on. */
export interface FileAccepted {
  readonly ok: true
  readonly type: ParsableType
}

/** An uploaded file; `purpose`, because old Word files may only be new versions (decision 25). */
export interface UploadedFile {
  readonly name: string
  readonly content: Uint8Array
  readonly purpose: 'document' | 'version'
}

interface Kind {
  readonly type: ParsableType
  readonly check: (content: Uint8Array) => FileRefusal | null
}

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['pdf', { type: 'application/pdf', check: checkPdf }],
  ['txt', { type: 'text/plain', check: checkText }],
  [
    'docx',
    { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', check: checkDocx },
  ],
])
const versionKinds: ReadonlyMap<string, Kind> = new Map([
  ...kinds,
  ['doc', { type: 'application/msword', check: checkDoc }],
])

/** Decides from name and bytes alone, without inflating, whether a file may be stored. */
export function checkUploadedFile({ name, content, purpose }: UploadedFile): FileAccepted | FileRefusal {
  if (content.byteLength === 0)
    return refuse('empty_file', 'The file is empty. Save it again with its content, or choose another one.')
  if (content.byteLength > uploadBytesMax)
    return refuse('payload_too_large', 'The file is larger than 10 MB.')
  const extension = /\.([a-z]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  const kind = (purpose === 'version' ? versionKinds : kinds).get(extension)
  if (kind === undefined)
    return refuse(
      'unsupported_file',
      `Only PDF, ${purpose === 'version' ? 'TXT, DOC and DOCX' : 'TXT, and DOCX'} files are allowed.`,
    )
  return kind.check(content) ?? { ok: true, type: kind.type }
}

/** Checks that bytes are a PDF (ISO 32000-1, 7.5) and nothing else. */
function checkPdf(bytes: Uint8Array): FileRefusal | null {
  const head = latin1(bytes.subarray(0, headBytes))
  if (!/^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(head)) return notPdf
  const text = latin1(bytes)
  if (!/\b\d+\s+\d+\s+obj\b/.test(text)) return notPdf
  const tail = text.slice(text.lastIndexOf('%%EOF'))
  // Whether an encrypted file opens without a password, as most do, only the parser can say.
  const isTwo =
    holdsMarkup(head) || (tail.startsWith('%%EOF') && holdsMarkup(tail)) || findZipEnd(bytes) !== -1
  return isTwo ? twoFiles : null
}

/** Checks that bytes are plain text that no program would mistake for another type. */
function checkText(bytes: Uint8Array): FileRefusal | null {
  const head = latin1(bytes.subarray(0, headBytes)).replace(/^\xef\xbb\xbf/, '')
  const kind = foreignKind(head)
  if (kind !== null)
    return refuse('unsupported_file', `The file is ${kind}, although its name says plain text.`)
  if (findZipEnd(bytes) !== -1) return twoFiles
  const text = decodeText(bytes)
  if (text === null)
    return refuse('unsupported_file', 'The file is not plain text, although its name says so.')
  const foreignText = foreignKind(text.slice(0, headBytes))
  if (foreignText !== null)
    return refuse('unsupported_file', `The file is ${foreignText}, although its name says plain text.`)
  // PDF readers accept the header anywhere in the first kilobyte.
  return /^%PDF-\d/m.test(head) && /\b\d+ \d+ obj\b/.test(text) ? twoFiles : null
}

/** Checks, without inflating, that bytes are a Word document (ECMA-376-2), not encrypted. */
function checkDocx(bytes: Uint8Array): FileRefusal | null {
  const compound = CompoundFile.open(bytes)
  if (compound !== null) return compound.has('EncryptedPackage') ? encrypted : notDocx
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return notDocx
  try {
    const names = new Set(readOfficeDirectory(bytes).map(({ name }) => name.toLowerCase()))
    if (!names.has('[content_types].xml') || ![...names].some(isMainPart)) return notDocx
    return [...names].some((name) => name.endsWith('vbaproject.bin'))
      ? refuse(
          'unsafe_file',
          'The file was refused because it contains macros. Save it without macros and upload it again.',
        )
      : null
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error
    if (error.problem === 'encrypted') return encrypted
    return error.problem === 'corrupt'
      ? refuse('unsupported_file', error.message)
      : refuse('unsafe_file', error.message)
  }
}

/** The package says which part is the main one; its usual names tell that it is Word's. */
function isMainPart(name: string): boolean {
  return /^word\/document\d*\.xml$/.test(name)
}

/** Checks that bytes are a binary Word document (MS-DOC 2.5.1) that is not encrypted. */
function checkDoc(bytes: Uint8Array): FileRefusal | null {
  const compound = CompoundFile.open(bytes)
  if (compound?.has('EncryptedPackage')) return encrypted
  const head = compound?.read('WordDocument', wordHeadBytes)
  if (!head || head.byteLength < wordHeadBytes) return notDoc
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const magic = view.getUint16(0, true)
  if (magic === wordMagic.before97) return tooOld
  if (magic !== wordMagic.since97) return notDoc
  return view.getUint16(10, true) & encryptedFlag ? encrypted : null
}
