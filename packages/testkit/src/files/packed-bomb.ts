import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Compressed bytes that are far larger uncompressed. */
export interface PackedBomb {
  readonly bytes: Uint8Array
  readonly unpackedBytes: number
  readonly checksum: number
}

/** `pattern` repeated up to at least `unpackedBytes`, between a head and a tail. */
export interface BombRecipe {
  readonly pattern: string
  readonly unpackedBytes: number
  readonly head?: string
  readonly tail?: string
}

const pieceBytes = 1024 * 1024

/**
 * Packs a bomb as a raw deflate stream (RFC 1951). One megabyte is compressed and its bytes
 * repeated after a full flush: 400 MB take 0.2 seconds and no memory.
 */
export function packBomb({ pattern, unpackedBytes, head = '', tail = '' }: BombRecipe): PackedBomb {
  const piece = Buffer.from(pattern.repeat(Math.ceil(pieceBytes / pattern.length)))
  const count = Math.ceil(unpackedBytes / piece.byteLength)
  const [start, middle] = [Buffer.from(head), piece].map((part) =>
    deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH }),
  )
  const packed = [
    start ?? '',
    ...Array<Buffer>(count).fill(middle ?? Buffer.alloc(0)),
    deflateRawSync(Buffer.from(tail)),
  ]
  let checksum = crc32(head)
  for (let index = 0; index < count; index++) checksum = crc32(piece, checksum)
  return {
    bytes: new Uint8Array(Buffer.concat(packed.map((part) => Buffer.from(part)))),
    unpackedBytes: head.length + count * piece.byteLength + tail.length,
    checksum: crc32(tail, checksum),
  }
}

/** Wraps it as a zlib stream (RFC 1950) with a wrong checksum, which PDF readers ignore. */
export function asZlibStream(raw: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from([0x78, 0x9c]), raw, Buffer.alloc(4)]))
}
