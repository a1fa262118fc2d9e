import http, { type Params, type RefinedResponse, type RequestBody } from 'k6/http'
import { Cookies, type KeptCookie } from './cookies.ts'
import { plan } from './load-plan.ts'

export type LoadResponse = RefinedResponse<'text'>

/** A request; `name` is under what it is measured. */
export interface LoadRequest {
  readonly name: string
  readonly method: string
  /** Path with query, or an address of the portal. */
  readonly url: string
  readonly body?: RequestBody | null
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses that are no failure. */
  readonly statuses: readonly number[]
  readonly timeoutMs?: number
}

/** Somebody's browser: it keeps cookies and sends its origin with writes. */
export class Browser {
  readonly #cookies: Cookies

  constructor(kept: readonly KeptCookie[] = []) {
    this.#cookies = new Cookies(kept)
  }

  get kept(): readonly KeptCookie[] {
    return this.#cookies.kept
  }

  send({
    name,
    method,
    url,
    body = null,
    headers = {},
    statuses,
    timeoutMs = 60_000,
  }: LoadRequest): LoadResponse {
    const address = absolute(url)
    const cookie = this.#cookies.header(pathOf(address))
    const params: Params = {
      headers: {
        ...headers,
        ...(method !== 'GET' && { origin: plan.address }),
        ...(cookie !== '' && { cookie }),
      },
      // Empty for each request: the cookies above are all.
      jar: new http.CookieJar(),
      // What is done before and after counts for no limit.
      tags: { name: __VU === 0 ? 'preparation' : name },
      timeout: `${timeoutMs}ms`,
      responseType: 'text',
      responseCallback: http.expectedStatuses(...statuses),
    }
    const response = http.request(method, address, body, params) as LoadResponse
    this.#cookies.remember(response.cookies)
    return response
  }
}

/** An address of the portal; k6 has no URL. Throws for another origin's. */
export function absolute(url: string): string {
  if (url.startsWith('/')) return `${plan.address}${url}`
  if (url.startsWith(`${plan.address}/`)) return url
  throw new Error(`${url} is not of ${plan.address}.`)
}

export function pathOf(address: string): string {
  return address.slice(plan.address.length).replace(/[?#].*$/, '')
}
