const magic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const headerBytes = 512
const headerTables = { start: 76, count: 109 }
const entryBytes = 128
/** Streams shorter than this are within the root's own stream, in sectors of 64 bytes. */
const shortStreamBytes = 4096
const shortSectorBytes = 64
const kinds = { storage: 1, stream: 2, root: 5 }
const none = 0xffffffff
const utf16 = new TextDecoder('utf-16le')

interface Entry {
  readonly name: string
  readonly kind: number
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
  readonly bytes: number
}

/**
 * A compound file (MS-CFB), the container of old Office files. Its chains of sectors end where they
 * come back to a sector, so that no loop or claim in it costs more than its own size.
 */
export class CompoundFile {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #sectorBytes: number
  readonly #tables: readonly number[]
  readonly #entries: readonly Entry[]
  readonly #top: ReadonlyMap<string, Entry>

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
    this.#sectorBytes = this.#view.getUint16(30, true) === 12 ? 4096 : 512
    this.#tables = this.#tableSectors()
    this.#entries = this.#readDirectory()
    this.#top = this.#readTop()
  }

  /** Opens a compound file; null for other bytes. */
  static open(bytes: Uint8Array): CompoundFile | null {
    const isCompound = bytes.byteLength >= headerBytes && magic.every((byte, at) => bytes[at] === byte)
    return isCompound ? new CompoundFile(bytes) : null
  }

  /** Whether a stream or storage of this name is at its top. */
  has(name: string): boolean {
    return this.#top.has(name)
  }

  /** The stream of a name at its top, or its first bytes; null without one or if cut short. */
  read(name: string, bytesMax = Number.POSITIVE_INFINITY): Uint8Array | null {
    const entry = this.#top.get(name)
    if (entry?.kind !== kinds.stream) return null
    const bytes = Math.min(entry.bytes, bytesMax)
    const isShort = entry.bytes < shortStreamBytes
    const stream = isShort ? this.#shortStream(entry.start, bytes) : this.#chain(entry.start, bytes)
    return stream.byteLength < bytes ? null : stream
  }

  #shortStream(start: number, bytes: number): Uint8Array {
    const [root] = this.#entries
    const holder = this.#chain(root?.start ?? none, root?.bytes ?? 0)
    const table = viewOf(this.#chain(this.#view.getUint32(60, true), this.#bytes.byteLength))
    const next = (sector: number) =>
      sector * 4 + 4 <= table.byteLength ? table.getUint32(sector * 4, true) : none
    return collect(start, bytes, {
      next,
      sector: (number) => holder.subarray(number * shortSectorBytes, (number + 1) * shortSectorBytes),
    })
  }

  #sector(number: number): Uint8Array {
    const start = (number + 1) * this.#sectorBytes
    return this.#bytes.subarray(start, start + this.#sectorBytes)
  }

  #chain(start: number, bytes: number): Uint8Array {
    const sector = (number: number) => this.#sector(number)
    return collect(start, Math.min(bytes, this.#bytes.byteLength), { sector, next: (at) => this.#next(at) })
  }

  /** The sectors of the allocation table: 109 in the header, the others in sectors of their own. */
  #tableSectors(): number[] {
    const perSector = this.#sectorBytes / 4
    const sectors = longs(this.#bytes.subarray(headerTables.start), headerTables.count)
    let list = this.#view.getUint32(68, true)
    for (let read = 0; read < this.#bytes.byteLength / this.#sectorBytes; read++) {
      const numbers = longs(this.#sector(list), perSector)
      if (numbers.length < perSector) break
      sectors.push(...numbers.slice(0, -1))
      list = numbers.at(-1) ?? none
    }
    return sectors
  }

  #next(sector: number): number {
    const perSector = this.#sectorBytes / 4
    const table = this.#sector(this.#tables[Math.floor(sector / perSector)] ?? none)
    const at = (sector % perSector) * 4
    return at + 4 <= table.byteLength ? viewOf(table).getUint32(at, true) : none
  }

  #readDirectory(): Entry[] {
    const directory = this.#chain(this.#view.getUint32(48, true), this.#bytes.byteLength)
    const count = Math.floor(directory.byteLength / entryBytes)
    return Array.from({ length: count }, (_, at) =>
      readEntry(directory.subarray(at * entryBytes, (at + 1) * entryBytes)),
    )
  }

  /** The root's children, which are a binary tree. */
  #readTop(): Map<string, Entry> {
    const top = new Map<string, Entry>()
    const seen = new Set<number>()
    const waiting = [this.#entries[0]?.child ?? none]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entry = this.#entries[at]
      if (entry === undefined || seen.has(at)) continue
      seen.add(at)
      if (entry.kind === kinds.stream || entry.kind === kinds.storage) top.set(entry.name, entry)
      waiting.push(entry.left, entry.right)
    }
    return top
  }
}

interface Chain {
  readonly sector: (number: number) => Uint8Array
  readonly next: (number: number) => number
}

function collect(start: number, bytes: number, { sector, next }: Chain): Uint8Array {
  const parts: Uint8Array[] = []
  const seen = new Set<number>()
  let length = 0
  for (let number = start; length < bytes; number = next(number)) {
    const part = sector(number)
    if (part.byteLength === 0 || seen.has(number)) break
    seen.add(number)
    parts.push(part)
    length += part.byteLength
  }
  return new Uint8Array(Buffer.concat(parts).subarray(0, bytes))
}

function readEntry(bytes: Uint8Array): Entry {
  const view = viewOf(bytes)
  const nameBytes = Math.min(Math.max(view.getUint16(64, true) - 2, 0), 62)
  const name = utf16.decode(bytes.subarray(0, nameBytes))
  const [left = none, right = none, child = none] = longs(bytes.subarray(68), 3)
  const [start = none, size = 0] = longs(bytes.subarray(116), 2)
  return { name, kind: view.getUint8(66), left, right, child, start, bytes: size }
}

function longs(bytes: Uint8Array, count: number): number[] {
  const view = viewOf(bytes)
  const known = Math.min(count, Math.floor(bytes.byteLength / 4))
  return Array.from({ length: known }, (_, at) => view.getUint32(at * 4, true))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
