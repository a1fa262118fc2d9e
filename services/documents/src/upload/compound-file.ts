import { encrypted, type FileRefusal, refuse } from './file-refusal.ts'

const notWord = refuse(
  'unsupported_file',
  'The file is not a Word document (DOC), although its name says so.',
)
const wordMagic = 0xa5ec
const encryptedFlag = 0x0100

const magic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const headerBytes = 512
const entryBytes = 128
/** The header lists 109 sectors of the allocation table, enough for 7 MB; others are ignored. */
const tableSectorsMax = 109
const directorySectorsMax = 1_000
const streamHeadBytes = 64

/**
 * Names of the streams and storages of a compound file (MS-CFB), the container of old Office files,
 * with the first bytes of those that have a sector of their own; bounded whatever its chains claim.
 * Null for other bytes.
 */
export function readCompoundFile(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  if (!magic.every((byte, index) => bytes[index] === byte)) return null
  if (bytes.byteLength < headerBytes) return new Map()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sectorBytes = view.getUint16(30, true) === 12 ? 4096 : 512
  const sector = (number: number) => {
    const start = (number + 1) * sectorBytes
    return bytes.subarray(start, start + sectorBytes)
  }
  const streams = new Map<string, Uint8Array>()
  let number = view.getUint32(48, true)
  for (let read = 0; read < directorySectorsMax; read++) {
    const directory = sector(number)
    if (directory.byteLength < sectorBytes) break
    for (let at = 0; at < sectorBytes; at += entryBytes) {
      const { name, start } = readEntry(directory.subarray(at, at + entryBytes))
      if (name !== '') streams.set(name, sector(start).subarray(0, streamHeadBytes))
    }
    number = nextSector(view, number, sectorBytes)
  }
  return streams
}

function readEntry(entry: Uint8Array): { name: string; start: number } {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength)
  const nameBytes = Math.min(Math.max(view.getUint16(64, true) - 2, 0), 62)
  const name = entry[66] === 0 ? '' : new TextDecoder('utf-16le').decode(entry.subarray(0, nameBytes))
  return { name, start: view.getUint32(116, true) }
}

function nextSector(view: DataView, number: number, sectorBytes: number): number {
  const perSector = sectorBytes / 4
  const index = Math.floor(number / perSector)
  const none = 0xffffffff
  if (index >= tableSectorsMax) return none
  const at = (view.getUint32(76 + index * 4, true) + 1) * sectorBytes + (number % perSector) * 4
  return at + 4 <= view.byteLength ? view.getUint32(at, true) : none
}

/** Checks that bytes are a binary Word document (MS-DOC 2.5.1) that is not encrypted. */
export function checkDoc(bytes: Uint8Array): FileRefusal | null {
  const streams = readCompoundFile(bytes)
  if (streams?.has('EncryptedPackage')) return encrypted
  const head = streams?.get('WordDocument')
  if (head === undefined || head.byteLength < 12) return notWord
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (view.getUint16(0, true) !== wordMagic) return notWord
  return view.getUint16(10, true) & encryptedFlag ? encrypted : null
}
