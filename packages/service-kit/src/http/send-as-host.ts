import { request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { text } from 'node:stream/consumers'

/** A request to a portal that is reached by another address than that of browsers. */
export interface HostRequest {
  /** The host of the portal's public address, the only one that its gateway accepts. */
  readonly host: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** What came back. */
export interface HostResponse {
  readonly status: number
  readonly body: string
}

/**
 * Sends a request under a host of choice, which `fetch` does not permit. Rejects as `request` of
 * Node does.
 */
export function sendAsHost(
  url: URL,
  { host, method = 'GET', headers, body }: HostRequest,
): Promise<HostResponse> {
  const request = url.protocol === 'https:' ? requestSecurely : requestPlainly
  const { promise, resolve, reject } = Promise.withResolvers<HostResponse>()
  request(url, { method, headers: { ...headers, host } }, (response) => {
    text(response).then((found) => resolve({ status: response.statusCode ?? 0, body: found }), reject)
  })
    .on('error', reject)
    .end(body)
  return promise
}
