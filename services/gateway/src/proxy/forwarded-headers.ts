import type { IncomingHttpHeaders } from 'node:http'

/** The allow-list of request headers for services: identity headers of a client never pass. */
const passedToServices: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'user-agent',
])

/** Headers of one hop, never passed in either direction. */
const hopHeaders = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]

const keptFromProvider = new Set([
  ...hopHeaders,
  'expect',
  'forwarded',
  'host',
  'proxy-authorization',
  'x-real-ip',
])

/** CORS goes by prefix. */
const keptFromClients = new Set([...hopHeaders, 'server', 'via', 'x-powered-by'])

/** Not for services to decide: cookies, and browser policies. */
const notForServices: ReadonlySet<string> = new Set([
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
])

/** The request headers that go to a service, names and values in turn. */
export function serviceRequestHeaders(raw: readonly string[]): string[] {
  return pick(raw, (name) => passedToServices.has(name))
}

/** The request headers that go to the identity provider, without the portal's own cookies. */
export function providerRequestHeaders(raw: readonly string[], ownCookies: readonly string[]): string[] {
  const connection = raw.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === 'connection')
  const named = new Set(connection < 0 ? [] : (raw[connection + 1] ?? '').toLowerCase().split(/\s*,\s*/))
  const picked = pick(
    raw,
    (name) =>
      !keptFromProvider.has(name) &&
      !named.has(name) &&
      !name.startsWith('x-forwarded-') &&
      !name.startsWith('x-portal-'),
  )
  for (let at = 0; at < picked.length; at += 2) {
    if (picked[at] === 'cookie') picked[at + 1] = withoutCookies(picked[at + 1] ?? '', ownCookies)
  }
  return picked
}

function pick(raw: readonly string[], passes: (name: string) => boolean): string[] {
  const picked: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    if (passes(name)) picked.push(name, raw[at + 1] ?? '')
  }
  return picked
}

function withoutCookies(cookies: string, names: readonly string[]): string {
  const isOwn = (pair: string) => names.some((name) => pair.startsWith(name))
  const pairs = cookies.split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => !isOwn(pair)).join('; ')
}

interface AddedHeaders {
  /** Names and values in turn. */
  readonly always: readonly string[]
  /** Those that the upstream left out. */
  readonly unless: Readonly<Record<string, string>>
  /** The upstream sets cookies and policies of its own: the provider, not a service. */
  readonly isTrustedSite?: boolean
}

/** An upstream's response headers as the client gets them. */
export function clientHeaders(headers: IncomingHttpHeaders, added: AddedHeaders): string[] {
  const result: string[] = [...added.always]
  for (const name in added.unless) {
    if (headers[name] === undefined) result.push(name, added.unless[name] ?? '')
  }
  for (const name in headers) {
    if (keptFromClients.has(name) || name.startsWith('access-control-') || name.startsWith('x-portal-'))
      continue
    if (notForServices.has(name) && !added.isTrustedSite) continue
    const value = headers[name]
    if (typeof value === 'string') result.push(name, value)
    else for (const one of value ?? []) result.push(name, one)
  }
  return result
}
