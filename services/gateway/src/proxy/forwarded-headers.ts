import type { IncomingHttpHeaders } from 'node:http'

/** What a service may hear from a client. A list of what passes: whatever else a client sends, identity headers included, stays outside. */
const passedToServices: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'last-event-id',
  'user-agent',
])

/** What the identity provider never hears: its own cookies and credentials pass, everything about the hop and the portal's identity does not. */
const keptFromProvider: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-real-ip',
  'x-request-id',
])

/** What never leaves the portal: headers of the inner hop and of the implementation. Cross-origin access is refused by prefix. */
const keptFromClients: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-powered-by',
  'x-request-id',
])

/** What a service does not decide: cookies are the gateway's, and so is what a browser may do with an answer. */
const notForServices: ReadonlySet<string> = new Set([
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
])

/** The names of a request that go to a service, with their values, in turn. */
export function serviceRequestHeaders(raw: readonly string[]): string[] {
  return pick(raw, (name) => passedToServices.has(name))
}

/** The names of a request that go to the identity provider; `ownCookies` are the portal's, which are not its business. */
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
  const isOwn = (pair: string) => names.some((name) => pair.trimStart().startsWith(name))
  return cookies
    .split(';')
    .filter((pair) => !isOwn(pair))
    .join(';')
    .trim()
}

/** What the gateway adds to an answer: `always`, names and values in turn, and `unless` for names that the upstream left out. */
export interface AddedHeaders {
  readonly always: readonly string[]
  readonly unless: Readonly<Record<string, string>>
  /** The upstream shows pages of its own and sets its own cookies and policies: the provider, not a service. */
  readonly isTrustedSite?: boolean
}

/** An upstream's headers as the client gets them. */
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
