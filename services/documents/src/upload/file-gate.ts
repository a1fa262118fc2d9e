import { uploadBytesMax } from '@portal/contracts/documents'
import type { ParsableType } from '@portal/service-kit/ports/document-parser'
import { checkDoc } from './check-doc.ts'
import { checkDocx } from './check-docx.ts'
import { checkPdf } from './check-pdf.ts'
import { checkText } from './check-text.ts'
import { emptyFile, type FileRefusal, tooLarge, unsupported } from './file-refusal.ts'

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

/**
 * Decides from name and bytes alone, without inflating anything, whether a file may be stored.
 * Problems further inside surface when it is read, in a separate process.
 */
export function checkUploadedFile({ name, content, purpose }: UploadedFile): FileAccepted | FileRefusal {
  if (content.byteLength === 0) return emptyFile
  if (content.byteLength > uploadBytesMax) return tooLarge
  const extension = /\.([a-z]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  const kind = (purpose === 'version' ? versionKinds : kinds).get(extension)
  if (kind === undefined)
    return unsupported(
      `Only PDF, ${purpose === 'version' ? 'TXT, DOC and DOCX' : 'TXT, and DOCX'} files are allowed.`,
    )
  return kind.check(content) ?? { ok: true, type: kind.type }
}
