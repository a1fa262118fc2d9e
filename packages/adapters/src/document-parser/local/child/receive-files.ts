import type { FileHeader } from '../protocol.ts'

/** A file received from the parent. */
export interface ReceivedFile {
  readonly header: FileHeader
  readonly content: Uint8Array
}

/** Yields files from a stream: a line of JSON each, then as many bytes as it says. */
export async function* receiveFiles(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedFile> {
  let header: FileHeader | null = null
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  for await (const chunk of stream) {
    pending.push(chunk)
    pendingBytes += chunk.byteLength
    while (pendingBytes >= (header?.sizeBytes ?? 1)) {
      const all = Buffer.concat(pending)
      const end: number = header?.sizeBytes ?? all.indexOf('\n') + 1
      if (header !== null) yield { header, content: new Uint8Array(all.subarray(0, end)) }
      else if (end === 0) break
      header = header === null ? readHeader(all.toString('utf8', 0, end)) : null
      pending = [all.subarray(end)]
      pendingBytes = all.byteLength - end
    }
  }
}

/** The parent is trusted, so its header needs no validation. */
function readHeader(line: string): FileHeader {
  return JSON.parse(line)
}
