/** Why a ZIP archive is refused before anything in it is inflated. */
export type ZipProblem = 'corrupt' | 'encrypted' | 'too_large' | 'unsafe'

/** A ZIP archive that must not be opened; the message is one sentence for users. */
export class ZipRefused extends Error {
  override readonly name = 'ZipRefused'
  readonly problem: ZipProblem
  constructor(problem: ZipProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** A file of an archive: a header, then packed bytes `[dataStart, dataStart + packedBytes)`. */
export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly headerStart: number
  readonly dataStart: number
}

const endRecord = { signature: 0x06054b50, bytes: 22, commentBytesMax: 0xffff }
const centralRecord = { signature: 0x02014b50, bytes: 46 }
const localRecord = { signature: 0x04034b50, bytes: 30 }
const zip64 = { locatorSignature: 0x07064b50, locatorBytes: 20, extraField: 0x0001 }
const flag = { encrypted: 0x0001, descriptor: 0x0008, strongEncryption: 0x0040, maskedHeaders: 0x2000 }
const symbolicLink = { mask: 0xf000, mode: 0xa000 }

const corrupt = (why: string) => new ZipRefused('corrupt', `The file is damaged: ${why}.`)
const unsafe = (why: string) => new ZipRefused('unsafe', `The file was refused because ${why}.`)

/** Offset of the end record of an archive that extends to the last byte, or -1. */
export function findZipEnd(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  const first = Math.max(0, bytes.length - endRecord.bytes - endRecord.commentBytesMax)
  for (let at = bytes.length - endRecord.bytes; at >= first; at--) {
    if (view.getUint32(at, true) !== endRecord.signature) continue
    if (at + endRecord.bytes + view.getUint16(at + 20, true) === bytes.length) return at
  }
  return -1
}

/**
 * Reads the directory of an archive (PKWARE APPNOTE 6.3.10) without inflating a byte, and checks
 * every entry against its local header. Throws {@link ZipRefused} for more than `entriesMax`
 * entries, encryption, ZIP64, multiple volumes, links, methods other than stored and deflated, and
 * for directories that contradict the data or overlap.
 */
export function readZipDirectory(bytes: Uint8Array, entriesMax: number): readonly ZipEntry[] {
  const end = findZipEnd(bytes)
  if (end === -1) throw corrupt('its directory is missing')
  const view = viewOf(bytes)
  if (end >= zip64.locatorBytes && view.getUint32(end - zip64.locatorBytes, true) === zip64.locatorSignature)
    throw unsafe('it uses the ZIP64 form, which no file of this size needs')
  const [disk, startDisk, diskCount, count = 0] = shorts(view, end, [4, 6, 8, 10])
  if (disk !== 0 || startDisk !== 0 || diskCount !== count) throw unsafe('it is one part of several')
  if (count === 0) throw corrupt('it holds nothing')
  if (count > entriesMax) throw new ZipRefused('too_large', `The file holds more than ${entriesMax} parts.`)
  const start = view.getUint32(end + 16, true)
  if (start + view.getUint32(end + 12, true) !== end) throw corrupt('its directory is not where it should be')
  const entries: ZipEntry[] = []
  let at = start
  while (entries.length < count) {
    const { entry, next } = readEntry({ bytes, view, end }, at)
    entries.push(entry)
    at = next
  }
  if (at !== end) throw corrupt('its directory lists more than it counts')
  refuseOverlaps(entries, start)
  return entries
}

interface Archive {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly end: number
}

function readEntry(archive: Archive, at: number): { entry: ZipEntry; next: number } {
  const { bytes, view, end } = archive
  if (at + centralRecord.bytes > end || view.getUint32(at, true) !== centralRecord.signature)
    throw corrupt('its directory is cut short')
  const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = shorts(view, at, [28, 30, 32])
  const nameStart = at + centralRecord.bytes
  const nameEnd = nameStart + nameBytes
  const extraEnd = nameEnd + extraBytes
  const next = extraEnd + commentBytes
  if (next > end) throw corrupt('its directory is cut short')
  refuseFeatures(view, at)
  if (hasZip64Field(view, nameEnd, extraEnd))
    throw unsafe('it uses the ZIP64 form, which no file of this size needs')
  const name = bytes.subarray(nameStart, nameEnd)
  const described = {
    name: new TextDecoder().decode(name),
    isDeflated: view.getUint16(at + 10, true) === 8,
    packedBytes: view.getUint32(at + 20, true),
    unpackedBytes: view.getUint32(at + 24, true),
    headerStart: view.getUint32(at + 42, true),
  }
  if (!described.isDeflated && described.packedBytes !== described.unpackedBytes)
    throw corrupt('a part lies about its size')
  return { entry: { ...described, dataStart: readLocalHeader(archive, at, name) }, next }
}

function refuseFeatures(view: DataView, at: number): void {
  const flags = view.getUint16(at + 8, true)
  if (flags & (flag.encrypted | flag.strongEncryption | flag.maskedHeaders))
    throw new ZipRefused('encrypted', 'The file is protected by a password.')
  const method = view.getUint16(at + 10, true)
  if (method !== 0 && method !== 8) throw unsafe('it is packed in an unusual way')
  if (view.getUint16(at + 34, true) !== 0) throw unsafe('it is one part of several')
  if ((view.getUint16(at + 40, true) & symbolicLink.mask) === symbolicLink.mode)
    throw unsafe('it contains links')
}

function hasZip64Field(view: DataView, start: number, end: number): boolean {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === zip64.extraField) return true
  return false
}

/** Compares the local header with its directory entry; returns the offset of the packed bytes. */
function readLocalHeader({ bytes, view, end }: Archive, central: number, name: Uint8Array): number {
  const at = view.getUint32(central + 42, true)
  if (at + localRecord.bytes > end || view.getUint32(at, true) !== localRecord.signature)
    throw corrupt('a part is missing')
  const nameStart = at + localRecord.bytes
  const nameEnd = nameStart + view.getUint16(at + 26, true)
  if (Buffer.compare(bytes.subarray(nameStart, nameEnd), name) !== 0)
    throw unsafe('its parts carry two names')
  const hasDescriptor = (view.getUint16(at + 6, true) & flag.descriptor) !== 0
  const sameAsListed = (local: number, listed: number) => {
    const value = view.getUint32(at + local, true)
    return value === view.getUint32(central + listed, true) || (hasDescriptor && value === 0)
  }
  if (
    view.getUint16(at + 8, true) !== view.getUint16(central + 10, true) ||
    view.getUint16(at + 6, true) & flag.encrypted
  )
    throw unsafe('its parts contradict its directory')
  if (!sameAsListed(18, 20) || !sameAsListed(22, 24)) throw corrupt('a part lies about its size')
  return nameEnd + view.getUint16(at + 28, true)
}

function refuseOverlaps(entries: readonly ZipEntry[], directoryStart: number): void {
  const inOrder = entries.toSorted((a, b) => a.headerStart - b.headerStart)
  if (inOrder[0]?.headerStart !== 0) throw unsafe('something else stands in front of it')
  inOrder.forEach((entry, index) => {
    const limit = inOrder[index + 1]?.headerStart ?? directoryStart
    if (entry.dataStart + entry.packedBytes > limit) throw unsafe('its parts overlap')
  })
}

function shorts(view: DataView, at: number, offsets: readonly number[]): number[] {
  return offsets.map((offset) => view.getUint16(at + offset, true))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
