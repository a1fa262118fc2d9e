import { createHash } from 'node:crypto'
import { inPieces } from './in-pieces.ts'

/**
 * The SHA-256 of a blob, in turns with requests. WebCrypto would compute it beside their thread,
 * but copies the blob first, which keeps them waiting for longer than the hash takes.
 */
export async function sha256Of(content: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256')
  await inPieces(content, (piece) => void hash.update(piece))
  return hash.digest()
}
