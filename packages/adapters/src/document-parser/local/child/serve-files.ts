import { DocumentParseError } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../../failure-messages.ts'
import type { ParsedPart } from '../page-ranges.ts'
import { carriedPages, carriedPiece, type FileHeader, parsedLimits } from '../protocol.ts'
import type { ChildLine } from '../read-child-line.ts'

interface Reading {
  readonly header: FileHeader
  readonly reached: (page: number, of: number) => void
}

type Read = (content: Uint8Array, reading: Reading) => Promise<ParsedPart>

/** Readers are loaded on first use: a process that reads text needs no PDF engine. */
const readers: Readonly<Record<string, Read>> = {
  'application/pdf': async (content, { header: { from = 1, to, budget }, reached }) => {
    const asked = { from, ...(to !== undefined && { to }), ...(budget && { budget }) }
    return (await import('./pdf/read-pdf.ts')).readPdf(content, { ...asked, reached })
  },
  [carriedPages]: async (content) => (await import('./pdf/carried-pages.ts')).readCarriedPages(content),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async (content) =>
    (await import('./word/read-docx.ts')).readDocx(content),
  'application/msword': async (content) => (await import('./word/read-doc.ts')).readDoc(content),
  'text/plain': async (content) => (await import('./read-text.ts')).readText(content),
}

/** Loads every reader now, for a process that will be unable to. */
export async function loadReaders(): Promise<void> {
  const [{ loadPdfium }] = await Promise.all([
    import('./pdf/pdfium.ts'),
    import('./pdf/read-pdf.ts'),
    import('./pdf/carried-pages.ts'),
    import('unpdf'),
    import('./word/read-doc.ts'),
    import('./word/read-docx.ts'),
    import('./read-text.ts'),
  ])
  await loadPdfium()
}

/** Where the loop writes its lines and logs failures. */
interface ServerOutput {
  readonly write: (lines: string) => void
  readonly note: (cause: unknown) => void
}

/** Reads each file received and writes its blocks as lines of JSON, until the input ends. */
export async function serveFiles(
  input: AsyncIterable<Uint8Array>,
  { write, note }: ServerOutput,
): Promise<void> {
  const send = (lines: readonly ChildLine[]) =>
    write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  send([{ ready: true }])
  for await (const { header, content } of receiveFiles(input)) {
    try {
      const read = readers[header.type]
      if (read === undefined) throw parseError('unsupported')
      const reached = (page: number, of: number) => send([{ reached: { page, of } }])
      const { blocks, carried, ...done } = checked(await read(content, { header, reached }))
      // A single write: each one to a pipe is synchronous and wakes the parent.
      const pages = piecesOf(carried ?? '').map((piece) => ({ carried: piece }))
      send([...pages, ...blocks.map((block) => ({ block })), { done }])
    } catch (error) {
      const failure = failureOf(error)
      note(failure.cause ?? failure.reason)
      send([{ failure: { reason: failure.reason, message: failure.message } }])
    }
  }
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / carriedPiece)
  return Array.from({ length: count }, (_, n) => text.slice(n * carriedPiece, (n + 1) * carriedPiece))
}

function checked(result: ParsedPart): ParsedPart {
  const blocks = result.blocks.filter(({ text }) => text.trim() !== '')
  if (blocks.length === 0 && result.carried === undefined) throw parseError('no_text')
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (blocks.length > parsedLimits.blocksMax || characters > parsedLimits.charactersMax)
    throw parseError('too_large_inside')
  return { ...result, blocks }
}

/** Any other error of a reader is caused by the file, its only input. */
function failureOf(error: unknown): DocumentParseError {
  if (error instanceof DocumentParseError) return error
  const isMemory =
    (error instanceof RangeError &&
      /allocation|memory|Invalid (?:array|string) length/i.test(error.message)) ||
    isAbort(error)
  return parseError(isMemory ? 'memory_limit' : 'corrupt', { cause: error })
}

/** The PDF engine's machine code aborts when it gets no more memory. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError' && /abort|unreachable/i.test(error.message)
}

/** Yields files from a stream: a line of JSON each, then as many bytes as it says. */
async function* receiveFiles(stream: AsyncIterable<Uint8Array>) {
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
