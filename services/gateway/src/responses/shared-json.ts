import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'

/** How a response may be encoded. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The encodings that the client accepts, the best first. */
export function acceptedEncodings(c: Context): Encoding[] {
  const accepted = parseAccept(c.req.header('accept-encoding') ?? '').filter(({ q }) => q > 0)
  const named = (['br', 'gzip'] as const).filter((name) => accepted.some(({ type }) => type === name))
  return [...named, 'identity']
}

/** Sets the tag; whether a conditional request names it already (RFC 9110, 13.1.2). */
export function isUnchanged(c: Context, etag: string): boolean {
  c.header('etag', etag)
  c.header('vary', 'Accept-Encoding')
  const known = c.req.header('if-none-match')?.split(',') ?? []
  return known.some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

/** JSON that many ask for, with its entity tag: made once, however many read it, and how slowly. */
export interface SharedJson {
  readonly etag: string
  /** In three encodings, made when they are first asked for. */
  readonly bodies: () => Promise<Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>>
}

/** Shares the JSON text of `value`. */
export function sharedJson(value: unknown): SharedJson {
  const text = JSON.stringify(value)
  let encoded: ReturnType<SharedJson['bodies']> | null = null
  const bodies = () => {
    encoded ??= encode(text)
    return encoded
  }
  return { etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`, bodies }
}

async function encode(text: string) {
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text)])
  return { identity: new Uint8Array(Buffer.from(text)), br: new Uint8Array(br), gzip: new Uint8Array(zipped) }
}

/** Responds with shared JSON. `vary`: what else of the request the choice of it depends on. */
export async function sendShared(
  c: Context,
  { etag, bodies }: SharedJson,
  vary: readonly string[] = [],
): Promise<Response> {
  const isKnown = isUnchanged(c, etag)
  c.header('vary', ['Accept-Encoding', ...vary].join(', '))
  if (isKnown) return c.body(null, 304)
  c.header('content-type', 'application/json')
  const [encoding = 'identity'] = acceptedEncodings(c)
  if (encoding !== 'identity') c.header('content-encoding', encoding)
  return c.body((await bodies())[encoding])
}
