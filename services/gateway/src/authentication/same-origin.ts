import type { IncomingHttpHeaders } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'

/** Methods that change something. */
export function isWrite(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/**
 * Whether our own pages sent a request: Fetch Metadata says same-origin
 * (https://www.w3.org/TR/fetch-metadata/) or, without it, the Origin is ours. The content type does
 * not matter: another site can send any of them.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === publicOrigin
}

/** Refuses a write with the session cookie that another site sent. */
export function refuseCrossSite(headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (isFromOwnPage(headers, publicOrigin)) return
  throw new CodedError('cross_site', 'This request did not come from the portal itself and was refused.')
}
