/** Contents of a compound file to write: stream names with their first bytes. */
export type CompoundStreams = Readonly<Record<string, Uint8Array>>

const sectorBytes = 512
const endOfChain = 0xfffffffe
const freeSector = 0xffffffff

/** Shorter streams would lie in another one, which nothing here needs. */
const streamBytesMin = 4096

/** Writes a compound file (MS-CFB version 3) of up to three streams, 60 KB in all. */
export function compoundFile(streams: CompoundStreams): Uint8Array {
  const contents = Object.entries(streams).map(([name, bytes]) => ({ name, bytes: padded(bytes) }))
  const header = Buffer.alloc(sectorBytes, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(streamBytesMin, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  header.writeUInt32LE(0, 76)
  // The table itself, and the directory.
  const chains = [0xfffffffd, endOfChain]
  const starts = contents.map(({ bytes }) => {
    const start = chains.length
    const sectors = bytes.byteLength / sectorBytes
    for (let at = 1; at < sectors; at += 1) chains.push(start + at)
    chains.push(endOfChain)
    return start
  })
  const table = Buffer.alloc(sectorBytes, 0xff)
  chains.forEach((next, index) => {
    table.writeUInt32LE(next, index * 4)
  })
  const directory = Buffer.alloc(sectorBytes)
  entry({ name: 'Root Entry', type: 5, start: endOfChain, bytes: 0, child: 1 }).copy(directory)
  contents.forEach(({ name, bytes }, at) => {
    const next = at + 1 < contents.length ? at + 2 : freeSector
    const stored = { start: starts[at] ?? endOfChain, bytes: bytes.byteLength, next }
    entry({ name, type: 2, ...stored }).copy(directory, (at + 1) * entryBytes)
  })
  return new Uint8Array(Buffer.concat([header, table, directory, ...contents.map(({ bytes }) => bytes)]))
}

const entryBytes = 128

interface Entry {
  readonly name: string
  readonly type: number
  readonly start: number
  readonly bytes: number
  readonly child?: number
  readonly next?: number
}

function entry({ name, type, start, bytes, child = freeSector, next = freeSector }: Entry): Buffer {
  const written = Buffer.alloc(entryBytes)
  written.write(name, 'utf16le')
  written.writeUInt16LE((name.length + 1) * 2, 64)
  written.writeUInt8(type, 66)
  written.writeUInt32LE(freeSector, 68)
  written.writeUInt32LE(next, 72)
  written.writeUInt32LE(child, 76)
  written.writeUInt32LE(start, 116)
  written.writeUInt32LE(bytes, 120)
  return written
}

/** To whole sectors, and so many that the stream has sectors of its own. */
function padded(bytes: Uint8Array): Buffer {
  const length = Math.max(streamBytesMin, Math.ceil(bytes.byteLength / sectorBytes) * sectorBytes)
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.byteLength)])
}

/** The beginning of a binary Word document's main stream (MS-DOC, FibBase), encrypted or not. */
export function wordStream(isEncrypted: boolean): Uint8Array {
  const fib = Buffer.alloc(sectorBytes)
  fib.writeUInt16LE(0xa5ec, 0)
  fib.writeUInt16LE(0x00c1, 2)
  fib.writeUInt16LE(isEncrypted ? 0x0100 : 0, 10)
  return new Uint8Array(fib)
}
