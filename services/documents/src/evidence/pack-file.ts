import { createHash } from 'node:crypto'
import type { ArchivedFile } from '@portal/file-rules/write-archive'

/** A file with this text. */
export function textFile(name: string, text: string): ArchivedFile {
  return { name, content: [Buffer.from(text)] }
}

/** A file with this value as JSON, legible for people. */
export function jsonFile(name: string, value: unknown): ArchivedFile {
  return textFile(name, `${JSON.stringify(value, null, 2)}\n`)
}

/** A file of a manifest. */
export interface ListedFile {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** The same file; `list` gets what it held once it was read to its end. */
export function listed(file: ArchivedFile, list: (read: ListedFile) => void): ArchivedFile {
  async function* content() {
    const digest = createHash('sha256')
    let sizeBytes = 0
    for await (const piece of file.content) {
      digest.update(piece)
      sizeBytes += piece.byteLength
      yield piece
    }
    list({ path: file.name, sizeBytes, sha256: digest.digest('hex') })
  }
  return { name: file.name, content: content() }
}
