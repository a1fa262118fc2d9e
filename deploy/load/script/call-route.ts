import { check } from 'k6'
import type { FileData, RequestBody } from 'k6/http'
import type { LoadInput, LoadResponse, RouteName } from '../route-names.ts'
import type { Browser, LoadResponse as Received } from './browser-like.ts'
import { plan } from './load-plan.ts'

/** The parts of a call, checked by the route's type and here read without it. */
interface CallParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, unknown>>
  readonly file?: FileData
}

/** A call that may be sent several times says so by its key. */
interface Repeated {
  readonly key?: string
}

/** Calls a route of the contracts. Null, and counted as failed, unless it answers as they say. */
export function callRoute<Name extends RouteName>(
  browser: Browser,
  name: Name,
  input: LoadInput<Name, FileData> & Repeated,
): LoadResponse<Name> | null {
  const response = sendRoute(browser, name, input)
  if (response.status !== plan.routes[name].status) return null
  // Safe as far as the service keeps its contract: its tests check that, not a load.
  return (response.body ? response.json() : undefined) as LoadResponse<Name>
}

/** The same with the response as it came, for streams. */
export function sendRoute<Name extends RouteName>(
  browser: Browser,
  name: Name,
  input: LoadInput<Name, FileData> & Repeated,
): Received {
  const { method, status, isRepeatable, deadlineMs } = plan.routes[name]
  const parts = input as CallParts
  const response = browser.send({
    ...{ name, method, url: routePath(name, parts), body: bodyOf(parts), statuses: [status] },
    headers: {
      accept: 'application/json',
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && !isRepeatable && { 'idempotency-key': input.key ?? crypto.randomUUID() }),
    },
    // A stream may go on after its head, as long as the slowest route may take.
    timeoutMs: deadlineMs + 60_000,
  })
  const isGood = response.status === status
  // As with its requests, what is wrong in the preparation counts for no limit.
  if (__VU > 0) check(response, { [`${name} answers ${status}`]: () => isGood })
  if (!isGood) say(name, response)
  return response
}

let said = 0
const saidMax = 3

/** What was wrong, of the first few of each of k6's people. */
function say(name: RouteName, { status, body, error }: Received): void {
  said += 1
  if (said <= saidMax) console.warn(`${name}: ${status} ${(body ?? error).slice(0, 200)}`)
}

function routePath(name: RouteName, { params = {}, query = {} }: CallParts): string {
  const path = plan.routes[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(params[key])),
  )
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = pairs.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')
  return search === '' ? path : `${path}?${search}`
}

/** k6 sends an object with a file as multipart. */
function bodyOf({ body, form, file }: CallParts): RequestBody | null {
  if (form) {
    const fields = Object.entries(form).filter(([, value]) => value !== undefined)
    return {
      ...Object.fromEntries(fields.map(([key, value]) => [key, String(value)])),
      ...(file && { file }),
    }
  }
  return body === undefined ? null : JSON.stringify(body)
}
