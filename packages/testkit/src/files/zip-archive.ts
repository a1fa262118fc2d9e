import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. Fields besides name and content override the truth, for tests. */
export interface ZipPart {
  readonly name: string
  /** Omitted if `packed` is given. */
  readonly content?: Uint8Array | string
  /** Packed bytes, with the size and checksum that they claim. */
  readonly packed?: { readonly bytes: Uint8Array; readonly unpackedBytes: number; readonly checksum: number }
  readonly isStored?: boolean
  readonly claimedBytes?: number
  readonly flags?: number
  readonly method?: number
  readonly unixMode?: number
  readonly extra?: Uint8Array
  /** The name in the local header, if different from the directory's. */
  readonly localName?: string
}

/** Lies about the archive as a whole, and bytes around it. */
export interface ZipLies {
  readonly count?: number
  readonly prefix?: Uint8Array
  readonly hasZip64Locator?: boolean
  /** Points every directory entry to the first part's data. */
  readonly areOverlapping?: boolean
}

interface WrittenPart {
  readonly local: Buffer
  readonly central: (offset: number) => Buffer
}

/** Writes a ZIP archive (PKWARE APPNOTE 6.3.10) byte by byte, truthful by default. */
export function zipArchive(parts: readonly ZipPart[], lies: ZipLies = {}): Uint8Array {
  const prefix = lies.prefix ?? new Uint8Array()
  const locals: Uint8Array[] = [prefix]
  const centrals: Buffer[] = []
  let offset = prefix.byteLength
  const first = offset
  for (const part of parts) {
    const written = writePart(part)
    centrals.push(written.central(lies.areOverlapping ? first : offset))
    locals.push(written.local)
    offset += written.local.byteLength
  }
  const directory = Buffer.concat(centrals)
  const locator = Buffer.alloc(lies.hasZip64Locator ? 20 : 0)
  if (lies.hasZip64Locator) locator.writeUInt32LE(0x07064b50)
  const end = endRecord(lies.count ?? parts.length, { start: offset, bytes: directory.byteLength })
  return new Uint8Array(Buffer.concat([...locals, directory, locator, end]))
}

function writePart(part: ZipPart): WrittenPart {
  const content = Buffer.from(part.content ?? '')
  const isStored = part.isStored ?? false
  const data = part.packed?.bytes ?? (isStored ? content : deflateRawSync(content))
  const unpackedBytes = part.claimedBytes ?? part.packed?.unpackedBytes ?? content.byteLength
  const facts = Buffer.alloc(22)
  facts.writeUInt16LE(part.flags ?? 0, 0)
  facts.writeUInt16LE(part.method ?? (isStored ? 0 : 8), 2)
  facts.writeUInt32LE(part.packed?.checksum ?? crc32(content), 8)
  facts.writeUInt32LE(data.byteLength, 12)
  facts.writeUInt32LE(unpackedBytes, 16)
  facts.writeUInt16LE(part.extra?.byteLength ?? 0, 20)
  return {
    local: Buffer.concat([localHeader(part, facts), data]),
    central: (offset) => centralHeader(part, { facts, offset }),
  }
}

/** The fields shared by both headers, with the name's length between sizes and extra length. */
function withName(facts: Buffer, name: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(name.byteLength)
  return Buffer.concat([facts.subarray(0, 20), length, facts.subarray(20)])
}

function localHeader(part: ZipPart, facts: Buffer): Buffer {
  const name = Buffer.from(part.localName ?? part.name)
  const start = Buffer.from([0x50, 0x4b, 3, 4, 20, 0])
  return Buffer.concat([start, withName(facts, name), name, part.extra ?? Buffer.alloc(0)])
}

function centralHeader(part: ZipPart, { facts, offset }: { facts: Buffer; offset: number }): Buffer {
  const name = Buffer.from(part.name)
  const start = Buffer.from([0x50, 0x4b, 1, 2, 20, 3, 20, 0])
  const end = Buffer.alloc(14)
  end.writeUInt32LE(((part.unixMode ?? 0o100644) << 16) >>> 0, 6)
  end.writeUInt32LE(offset, 10)
  return Buffer.concat([start, withName(facts, name), end, name, part.extra ?? Buffer.alloc(0)])
}

function endRecord(count: number, directory: { readonly start: number; readonly bytes: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.bytes, 12)
  end.writeUInt32LE(directory.start, 16)
  return end
}
