import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { findFile } from './find-file.ts'
import { mediaType } from './media-types.ts'

/** What is sent, and for how long a browser may keep it: `immutable` for addresses whose content never changes. */
export interface SendFileOptions {
  readonly root: string
  readonly address: string
  readonly isImmutable: boolean
}

/** Answers with a file, compressed if the build left a compressed twin; null when there is no such file. */
export async function sendFile(c: Context, options: SendFileOptions): Promise<Response | null> {
  const file = await findFile(options.root, options.address, c.req.header('accept-encoding'))
  if (!file) return null
  c.header('cache-control', options.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('etag', file.etag)
  c.header('vary', 'Accept-Encoding')
  if (matches(c.req.header('if-none-match'), file.etag)) return c.body(null, 304)
  c.header('content-type', mediaType(options.address))
  c.header('content-length', String(file.size))
  if (file.encoding) c.header('content-encoding', file.encoding)
  if (c.req.method === 'HEAD') return c.body(null)
  return c.body(webStream(createReadStream(file.path)))
}

/** Whether a conditional request names the tag that we would send (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

/** Safe because Node's web stream is the one that Response takes; the two declarations differ in name only. */
function webStream(readable: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(readable) as ReadableStream<Uint8Array>
}
