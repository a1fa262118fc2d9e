import type { Route, RouteCall, RouteResponse } from './route.ts'
import { routeUrl } from './route.ts'

const allowedMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])

/**
 * A failed response. `message` is `<status>: <body or status text>` (product §8); the other fields
 * carry the same facts parsed.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  readonly body: string
  /** The body's `message`, else the body, for toasts (decision 51). */
  readonly detail: string
  readonly code: string | null
  readonly requestId: string | null
  readonly suggestedAction: string | null

  /**
   * Compares by name: shell and remotes are built separately, each with its own copy of this class,
   * and errors cross between them.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'RequestError' && 'status' in value
  }

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body === '' ? statusText : body}`)
    const fields = errorFields(body)
    this.status = status
    this.body = body
    this.detail = fields.message ?? (body === '' ? statusText : body)
    this.code = fields.code ?? null
    this.requestId = fields.requestId ?? null
    this.suggestedAction = fields.suggestedAction ?? null
  }
}

function errorFields(body: string): Record<string, string | undefined> {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'))
  } catch {
    // A body that is not JSON is shown as it is.
    return {}
  }
}

/** How the client sends requests; `token` reads the stored bearer token. */
export interface ClientOptions {
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>
  /** Prefix for every path; empty in the browser. */
  readonly baseUrl?: string
  readonly token?: () => string | null
  /** Headers added to every call (tests and services). */
  readonly headers?: () => Readonly<Record<string, string>>
}

/** Options of one request. A repeatable POST carries no idempotency key. */
export interface RequestOptions {
  readonly isRepeatable?: boolean
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** The request helper of product §7 and what builds on it. */
export type Client = ReturnType<typeof createClient>

/** Sends forms as they are, other bodies as JSON; every POST gets an idempotency key. */
export function createClient(options: ClientOptions = {}) {
  const send = options.fetch ?? ((address, init) => fetch(address, init))

  /** Throws {@link RequestError} unless OK, and `Invalid HTTP method: <method>`. */
  // biome-ignore lint/complexity/useMaxParams: product §7 names the parameters of its request helper.
  async function request(
    method: string,
    path: string,
    body?: unknown,
    extra: RequestOptions = {},
  ): Promise<Response> {
    if (!allowedMethods.has(method)) throw new Error(`Invalid HTTP method: ${method}`)
    const headers = new Headers({ ...options.headers?.(), ...extra.headers })
    const token = options.token?.()
    if (token) headers.set('authorization', `Bearer ${token}`)
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
    if (method === 'POST' && !extra.isRepeatable && !headers.has('idempotency-key'))
      headers.set('idempotency-key', crypto.randomUUID())
    const init: RequestInit = { method, headers, credentials: 'include' }
    if (extra.signal) init.signal = extra.signal
    if (body !== undefined) init.body = isForm ? body : JSON.stringify(body)
    const response = await transport(() => send(`${options.baseUrl ?? ''}${path}`, init))
    if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text())
    return response
  }

  /** The default read: GET to the first element of a query key, parsed JSON. */
  async function read(
    key: readonly unknown[],
    { on401, ...how }: { readonly on401?: 'throw' | 'null'; readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    try {
      const response = await request('GET', String(key[0]), undefined, how)
      return await response.json()
    } catch (error) {
      if (on401 === 'null' && error instanceof RequestError && error.status === 401) return null
      throw error
    }
  }

  /** Calls a contract route and parses the response by its schema. */
  async function call<R extends Route>(
    route: R,
    input: RouteCall<R>,
    extra?: RequestOptions,
  ): Promise<RouteResponse<R>> {
    const given = input as CallParts
    const body = route.form ? formBody(given) : given.body
    const url = routeUrl(route, given.params, given.query)
    const { isRepeatable } = route
    const response = await request(route.method, url, body, { ...extra, isRepeatable })
    if (!route.returns) return undefined as RouteResponse<R>
    return route.returns.parse(await response.json()) as RouteResponse<R>
  }

  return { request, read, call }
}

/** The parts of a call, already checked by the route's type and here read without it. */
interface CallParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, unknown>>
  readonly file?: Blob
  readonly fileName?: string
}

function formBody(parts: CallParts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts.form ?? {}))
    if (value !== undefined) form.append(name, String(value))
  if (parts.file) form.append('file', parts.file, parts.fileName)
  return form
}

async function transport(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Error && error.message.includes('Method is not a valid HTTP token'))
      throw new Error('Request failed')
    throw error
  }
}
