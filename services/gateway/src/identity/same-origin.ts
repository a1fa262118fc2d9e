import type { IncomingHttpHeaders } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'

/** Methods that change something. */
export function isWrite(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/**
 * Whether our own pages sent a request: Fetch Metadata says same-origin (https://www.w3.org/TR/fetch-metadata/) or, where a browser
 * sends none, the Origin is ours. The content type plays no part: any of them can come from another site.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === publicOrigin
}

/** Refuses a write that carries the session cookie from anywhere else. */
export function refuseCrossSite(headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (isFromOwnPage(headers, publicOrigin)) return
  throw new CodedError('cross_site', 'This request did not come from the portal itself and was refused.')
}
