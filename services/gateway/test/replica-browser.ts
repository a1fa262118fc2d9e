import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import type { RunningGateway } from '../src/service.ts'

/** What a replica responds. */
interface ReplicaResponse {
  readonly status: number
  /** Where it sends the browser, if anywhere. */
  readonly location: string | undefined
  json(): unknown
}

/** How a request is sent. */
export interface ReplicaRequest {
  readonly method?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A signed-in browser behind a load balancer: a request goes to the replica that a test chooses,
 * under the portal's public name, and cookies are kept for all of them.
 */
export function replicaBrowser(signedIn: CookieFetch, publicPort: number) {
  const cookies = new Map(signedIn.cookiesFor('/'))
  return async function send(
    { url }: Pick<RunningGateway, 'url'>,
    path: string,
    { method = 'GET', body, headers = {} }: ReplicaRequest = {},
  ): Promise<ReplicaResponse> {
    const outgoing = request(new URL(path, url), {
      method,
      headers: {
        host: `127.0.0.1:${publicPort}`,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    outgoing.end(body && JSON.stringify(body))
    const [response]: IncomingMessage[] = await once(outgoing, 'response')
    if (!response) throw new Error('Nothing came.')
    for (const line of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const content = await text(response)
    const { statusCode: status = 0, headers: received } = response
    return { status, location: received.location, json: () => JSON.parse(content) }
  }
}
