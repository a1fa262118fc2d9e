import { streamOnceBegun } from './stream-of.ts'

/**
 * A file that a verb sends. `etag` is a strong entity tag in quotes; `read` yields the bytes
 * `[start, end)` in pieces, each fetched only once the previous one was taken. `unread` is called
 * instead of `read` if the response contains no part of the file.
 */
export interface FileContent {
  readonly sizeBytes: number
  readonly etag: string
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>
  readonly unread?: () => void
}

/** The request's headers, by lower-case name. */
type RequestHeader = (name: 'range' | 'if-range' | 'if-none-match') => string | undefined

/**
 * Responds with a file, the requested range of it (RFC 9110, 14), or 304. Several ranges, or one
 * that cannot be parsed, get the whole file, as section 14.2 allows. Waits for the first piece, so
 * that an unavailable store is a coded error rather than a broken download.
 */
export async function fileResponse(
  file: FileContent,
  header: RequestHeader,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const { sizeBytes, etag } = file
  const all = { ...headers, etag, 'accept-ranges': 'bytes' }
  if (isKnown(header('if-none-match'), etag)) {
    file.unread?.()
    return new Response(null, { status: 304, headers: all })
  }
  const ifRange = header('if-range')
  const isSameFile = ifRange === undefined || ifRange === etag
  const range = isSameFile ? askedRange(header('range'), sizeBytes) : null
  if (range === 'unsatisfiable') {
    file.unread?.()
    return new Response(null, { status: 416, headers: { ...all, 'content-range': `bytes */${sizeBytes}` } })
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes }
  const body = await streamOnceBegun(file.read(start, end)[Symbol.asyncIterator]())
  const length = { 'content-length': String(end - start) }
  if (!range) return new Response(body, { headers: { ...all, ...length } })
  const contentRange = `bytes ${start}-${end - 1}/${sizeBytes}`
  return new Response(body, { status: 206, headers: { ...all, ...length, 'content-range': contentRange } })
}

/** RFC 9110, 13.1.2: compared weakly, as a proxy may have marked the tag so. */
function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}

/** The bytes `[start, end)` of a `Range` header with one range; null where it is to be ignored. */
function askedRange(header: string | undefined, sizeBytes: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const start = Math.max(0, sizeBytes - Number(last))
    return start < sizeBytes ? { start, end: sizeBytes } : ('unsatisfiable' as const)
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes : Math.min(sizeBytes, Number(last) + 1)
  if (last !== '' && Number(last) < start) return null
  return start < sizeBytes ? { start, end } : ('unsatisfiable' as const)
}
