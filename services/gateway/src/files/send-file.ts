import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { findFile } from './find-file.ts'

/** Which file to send, and whether the content of its address never changes. */
export interface SendFileOptions {
  readonly root: string
  readonly address: string
  readonly isImmutable: boolean
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

/**
 * Responds with a file, in its precompressed form if the client accepts it; null without the file.
 */
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

/** By the file's extension; an unknown one is bytes, which no browser runs. */
function mediaType(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

/** Safe because Node's web stream is the one that Response takes; only the declarations differ. */
function webStream(readable: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(readable) as ReadableStream<Uint8Array>
}
