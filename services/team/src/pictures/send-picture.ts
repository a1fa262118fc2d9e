import { pictureType } from '@portal/contracts/pictures'
import type { Context } from '../ports.ts'

/** A picture as it is stored. */
export interface StoredPicture {
  readonly content: Uint8Array
  readonly sha256: string
}

/** Kept by the person's own browser for an hour: another picture has another address. */
const caching = 'private, max-age=3600'

/** Sends a picture that a browser may show, and take for nothing else. */
export function sendPicture(ctx: Context, { content, sha256 }: StoredPicture): undefined {
  ctx.responseHeaders.set('content-type', pictureType)
  ctx.responseHeaders.set('cache-control', caching)
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.responseHeaders.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  ctx.sendFile({
    sizeBytes: content.byteLength,
    etag: `"${sha256}"`,
    read: async function* (start, end) {
      yield content.subarray(start, end)
    },
  })
}

/** The address of a picture, which changes with it. */
export function pictureUrl(path: string, { sha256 }: Pick<StoredPicture, 'sha256'>): string {
  return `${path}?version=${sha256.slice(0, 16)}`
}
