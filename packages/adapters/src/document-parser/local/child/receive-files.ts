import type { FileHeader } from '../protocol.ts'

/** A file received from the parent. */
export interface ReceivedFile {
  readonly header: FileHeader
  readonly content: Uint8Array
}

/** Yields files from a stream: a line of JSON each, then as many bytes as it says. */
export async function* receiveFiles(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedFile> {
  let pending: Uint8Array[] = []
  let header: FileHeader | null = null
  for await (const chunk of stream) {
    pending.push(chunk)
    for (;;) {
      const begun: BegunFile | null = header === null ? takeHeader(pending) : { header, pending }
      if (!begun) break
      ;({ header, pending } = begun)
      const received = pending.reduce((sum, part) => sum + part.byteLength, 0)
      if (received < header.sizeBytes) break
      const all = Buffer.concat(pending)
      yield { header, content: new Uint8Array(all.subarray(0, header.sizeBytes)) }
      pending = [all.subarray(header.sizeBytes)]
      header = null
    }
  }
}

interface BegunFile {
  readonly header: FileHeader
  readonly pending: Uint8Array[]
}

/** The header of what has arrived, and what follows it; null until its line is complete. */
function takeHeader(pending: readonly Uint8Array[]): BegunFile | null {
  if ((pending.at(-1)?.indexOf(0x0a) ?? -1) === -1) return null
  const all = Buffer.concat(pending)
  const lineEnd = all.indexOf(0x0a)
  return { header: readHeader(all.toString('utf8', 0, lineEnd)), pending: [all.subarray(lineEnd + 1)] }
}

/** The parent is trusted, so its header needs no validation. */
function readHeader(line: string): FileHeader {
  const header: FileHeader = JSON.parse(line)
  return header
}
