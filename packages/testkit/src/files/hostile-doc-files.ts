import type { HostileFile } from './hostile-file.ts'
import { docChanges, wordFile } from './word-97-file.ts'

const sectorBytes = 512
/** Sectors as the files here are written: the allocation table, the directory, the main stream. */
const sectors = { table: 0, directory: 1, main: 2 } as const
const directoryEntry = { bytes: 128, right: 72, child: 76, size: 120 } as const
const fib = { bodyLength: 0x4c, pieces: 0x1a2 } as const
const words = 'Visitors wear a badge.'
const reads = { reads: words } as const

function changed(file: Uint8Array, change: (file: Buffer) => void): Uint8Array {
  const bytes = Buffer.from(file)
  change(bytes)
  return new Uint8Array(bytes)
}

const startOf = (sector: number) => (sector + 1) * sectorBytes
const entryAt = (index: number) => startOf(sectors.directory) + index * directoryEntry.bytes
const long = wordFile([`${words} `.repeat(100)])

/** Every piece is nearly the whole text again: 28 KB of table for 12.6 million characters. */
function repeatingDoc(): Uint8Array {
  const [text, characters] = [`${words} `.repeat(300), 5_500]
  const file = wordFile([text], { charactersPerPiece: 3 })
  return changed(file, (bytes) => {
    const pieces = piecesOf(bytes)
    for (let piece = 0; piece < pieces.count; piece++) {
      bytes.writeUInt32LE(piece * characters, pieces.at + piece * 4)
      bytes.writeUInt32LE(2048, pieces.at + (pieces.count + 1) * 4 + piece * 8 + 2)
    }
    bytes.writeUInt32LE(pieces.count * characters, pieces.at + pieces.count * 4)
  })
}

/** Where the piece table of a file is, and its number of pieces. */
function piecesOf(bytes: Buffer): { at: number; count: number } {
  const main = startOf(sectors.main)
  const mainBytes = bytes.readUInt32LE(entryAt(1) + directoryEntry.size)
  const at = main + mainBytes + bytes.readUInt32LE(main + fib.pieces) + 5
  return { at, count: (bytes.readUInt32LE(at - 4) - 4) / 12 }
}

/** Binary Word files that loop, lie or explode; only the parser can tell. */
export const hostileDocFiles: readonly HostileFile[] = [
  {
    title: 'DOC whose text is a chain that comes back to itself',
    fileName: 'loop.doc',
    make: () =>
      changed(long, (bytes) =>
        bytes.writeUInt32LE(sectors.main, startOf(sectors.table) + (sectors.main + 3) * 4),
      ),
    outcome: { fails: ['corrupt'] },
  },
  {
    title: 'DOC whose directory is a tree that comes back to itself',
    fileName: 'tree.doc',
    make: () => changed(long, (bytes) => bytes.writeUInt32LE(1, entryAt(2) + directoryEntry.right)),
    outcome: reads,
  },
  {
    title: 'DOC whose stream says that it has 4 GB',
    fileName: 'liar.doc',
    make: () => changed(long, (bytes) => bytes.writeUInt32LE(0xfffffff0, entryAt(1) + directoryEntry.size)),
    outcome: { fails: ['corrupt'] },
  },
  {
    title: 'DOC that says it has 4 thousand million characters',
    fileName: 'liar.doc',
    make: () =>
      changed(long, (bytes) => bytes.writeUInt32LE(0xfffffff0, startOf(sectors.main) + fib.bodyLength)),
    outcome: { fails: ['corrupt'] },
  },
  {
    title: 'DOC that repeats its text two thousand times',
    fileName: 'bomb.doc',
    make: repeatingDoc,
    outcome: { fails: ['too_large_inside'] },
  },
  {
    title: 'DOC with a field that never ends',
    fileName: 'field.doc',
    make: () => wordFile(['\x13 REF', words]),
    outcome: reads,
  },
  {
    title: 'DOC of table cells without an end',
    fileName: 'cells.doc',
    make: () => wordFile([{ runs: [{ text: words }], changes: docChanges.inTable, end: '\x07' }]),
    outcome: reads,
  },
]
