import { DocumentParseError } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../../failure-messages.ts'
import type { ParsedPart } from '../page-ranges.ts'
import { type FileHeader, parsedLimits } from '../protocol.ts'
import type { ChildLine } from '../read-child-line.ts'

interface Reading {
  readonly header: FileHeader
  readonly reached: (page: number, of: number) => void
}

type Read = (content: Uint8Array, reading: Reading) => Promise<ParsedPart>

/** Readers are loaded on first use: a process that reads text needs no PDF engine. */
const readers: Readonly<Record<string, Read>> = {
  'application/pdf': async (content, { header: { from = 1, to }, reached }) =>
    (await import('./pdf/read-pdf.ts')).readPdf(content, { from, ...(to !== undefined && { to }), reached }),
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
      const { blocks, ...done } = checked(await read(content, { header, reached }), header)
      // A single write: each one to a pipe is synchronous and wakes the parent.
      send([...blocks.map((block) => ({ block })), { done }])
    } catch (error) {
      const failure = failureOf(error)
      note(failure.cause ?? failure.reason)
      send([{ failure: { reason: failure.reason, message: failure.message } }])
    }
  }
}

function checked(result: ParsedPart, { from = 1, to }: FileHeader): ParsedPart {
  const blocks = result.blocks.filter(({ text }) => text.trim() !== '')
  const isPart = from > 1 || to !== undefined || result.nextPage !== undefined
  if (blocks.length === 0 && !isPart) throw parseError('no_text')
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
