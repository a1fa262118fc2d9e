/** Contents of a compound file to write: stream names with their first bytes. */
export type CompoundStreams = Readonly<Record<string, Uint8Array>>

const sectorBytes = 512
const endOfChain = 0xfffffffe
const freeSector = 0xffffffff

/** Writes a compound file (MS-CFB version 3) of up to three streams of one sector each. */
export function compoundFile(streams: CompoundStreams): Uint8Array {
  const names = Object.keys(streams)
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
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(sectorBytes, 0xff)
  ;[0xfffffffd, endOfChain, ...names.map(() => endOfChain)].forEach((next, index) => {
    table.writeUInt32LE(next, index * 4)
  })
  const directory = Buffer.concat([
    entry('Root Entry', 5, endOfChain),
    ...names.map((name, index) => entry(name, 2, 2 + index)),
  ])
  const contents = names.map((name) => padded(streams[name] ?? new Uint8Array()))
  return new Uint8Array(Buffer.concat([header, table, padded(directory), ...contents]))
}

function entry(name: string, type: number, start: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes.writeUInt8(type, 66)
  for (const at of [68, 72, 76]) bytes.writeUInt32LE(freeSector, at)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(sectorBytes, 120)
  return bytes
}

function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((sectorBytes - (bytes.byteLength % sectorBytes)) % sectorBytes)])
}

/** The beginning of a binary Word document's main stream (MS-DOC, FibBase), encrypted or not. */
export function wordStream(isEncrypted: boolean): Uint8Array {
  const fib = Buffer.alloc(sectorBytes)
  fib.writeUInt16LE(0xa5ec, 0)
  fib.writeUInt16LE(0x00c1, 2)
  fib.writeUInt16LE(isEncrypted ? 0x0100 : 0, 10)
  return new Uint8Array(fib)
}
