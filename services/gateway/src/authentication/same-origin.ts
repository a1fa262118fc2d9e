import type { IncomingHttpHeaders } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'

/**
 * Refuses a write with the session cookie unless our own pages sent it: Fetch Metadata says so
 * (https://www.w3.org/TR/fetch-metadata/) or, without it, the Origin. The content type does not
 * matter: another site can send any of them.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, publicOrigin: string): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? headers.origin === publicOrigin : site === 'same-origin') return
  throw new CodedError('cross_site', 'This request did not come from the portal itself and was refused.')
}
