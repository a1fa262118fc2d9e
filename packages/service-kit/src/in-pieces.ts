import { setImmediate } from 'node:timers/promises'

/** Hashed or copied in well below a millisecond. */
const pieceBytes = 512 * 1024

/**
 * Calls `take` with one piece of the bytes after the other, and where each begins. What else waits
 * for the thread has its turn in between.
 */
export async function inPieces(
  bytes: Uint8Array,
  take: (piece: Uint8Array, start: number) => void,
): Promise<void> {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    if (start > 0) await setImmediate()
    take(bytes.subarray(start, start + pieceBytes), start)
  }
}

/** A copy with memory of its own. To copy ten megabytes at once takes five milliseconds or more. */
export async function copyOf(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength)
  await inPieces(bytes, (piece, start) => copy.set(piece, start))
  return copy
}
