import { ConfigError } from '@portal/service-kit/config'
import { readEngineUrl } from '../../engine-url/engine-url.ts'

/** Whether STARTTLS (RFC 3207) is required, used if the server offers it, or off. */
const startTlsRules = ['required', 'offered', 'off'] as const

/** A mail server, and the sender of mail sent through it. */
export type MailServerAddress = ReturnType<typeof readMailServerAddress>

const example = 'smtp[+tls]://user:password@host:port?from=portal@example.org'
const ports = { plain: 587, secure: 465 }

/**
 * Parses `smtp[+tls]://[user:password@]host[:port]?from=<address>[&name=…][&starttls=…]`;
 * `smtps://` is `smtp+tls://`. A password is only sent encrypted unless `starttls` says otherwise.
 * Throws ConfigError, without the secret.
 */
export function readMailServerAddress(url: string) {
  const settings = ['from', 'name', 'starttls']
  const read = readEngineUrl(url.replace(/^smtps:/, 'smtp+tls:'), { engine: 'smtp', example, settings })
  const refuse = (why: string) => new ConfigError(`The smtp address ${why}; use ${example}.`)
  const [host, more] = read.hosts
  if (host === undefined || more !== undefined) throw refuse('names more than one host')
  if (read.path !== '') throw refuse('has a path')
  const { from = '', name = 'Compliance Portal', starttls } = read.settings
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(from)) throw refuse('does not say which address mail comes from')
  const startTls = startTlsRules.find((rule) => rule === starttls)
  if (starttls !== undefined && startTls === undefined)
    throw refuse('has an unknown rule for starttls, which takes required, offered or off')
  const { hostname, port } = new URL(`mail://${host}`)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? ports[read.isSecure ? 'secure' : 'plain'] : Number(port),
    // TLS from the first byte (RFC 8314 §3.3).
    isSecure: read.isSecure,
    startTls: startTls ?? (read.username === '' ? ('offered' as const) : ('required' as const)),
    username: read.username,
    password: read.password,
    from: { address: from, name },
  }
}
