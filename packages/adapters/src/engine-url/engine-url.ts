import { ConfigError } from '@portal/service-kit/config'

/**
 * How an address is encrypted, by the suffix of its scheme: not for `kafka://`, with TLS for
 * `kafka+tls://` and `s3+https://`.
 */
const secureEndings = new Set(['tls', 'https'])

/**
 * An engine's address, parsed from
 * `<engine>[+tls|+https]://[user[:password]@]host[:port][,host…][/path][?settings]`. `hosts` as
 * written, `path` without slashes at its ends, names and passwords decoded.
 */
export interface EngineUrl {
  readonly engine: string
  readonly isSecure: boolean
  readonly hosts: readonly string[]
  readonly username: string
  readonly password: string
  readonly path: string
  readonly settings: Readonly<Record<string, string>>
}

/** What an adapter accepts. */
export interface EngineUrlRules {
  /** Scheme without suffix, and the form that messages show: `kafka`, `kafka://host:port`. */
  readonly engine: string
  readonly example: string
  /**
   * Allowed settings after the question mark; any other is rejected, so that a typo cannot go
   * unnoticed.
   */
  readonly settings?: readonly string[]
}

/** Whether the address names this engine, encrypted or not. */
export function isEngineUrl(url: string, engine: string): boolean {
  return url.startsWith(`${engine}://`) || url.startsWith(`${engine}+`)
}

/**
 * Parses the address of an engine. Throws ConfigError with one sentence that shows the expected
 * form and never a secret.
 */
export function readEngineUrl(url: string, rules: EngineUrlRules): EngineUrl {
  const match = /^([a-z0-9]+)(?:\+([a-z]+))?:\/\/(?:([^/?#@]*)@)?([^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(
    url,
  )
  const refuse = (why: string) => new ConfigError(`The ${rules.engine} address ${why}; use ${rules.example}.`)
  if (match?.[1] !== rules.engine) throw refuse('cannot be read')
  const [, engine, ending, credentials = '', hosts = '', path = '', query = ''] = match
  if (ending !== undefined && !secureEndings.has(ending)) throw refuse(`has an unknown ending "+${ending}"`)
  const settings = Object.fromEntries(new URLSearchParams(query))
  const unknown = Object.keys(settings).find((name) => !rules.settings?.includes(name))
  if (unknown !== undefined) throw refuse(`has an unknown setting "${unknown}"`)
  const [username = '', ...rest] = credentials.split(':')
  const decoded = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      throw refuse('has a user name or password whose "%" is not written as %25')
    }
  }
  return {
    engine,
    isSecure: ending !== undefined,
    hosts: readHosts(hosts, refuse),
    username: decoded(username),
    password: decoded(rest.join(':')),
    path: path.replace(/^\/+|\/+$/g, ''),
    settings,
  }
}

function readHosts(text: string, refuse: (why: string) => ConfigError): string[] {
  const hosts = text.split(',')
  if (hosts.every(isHost)) return hosts
  throw refuse('names a host or port that cannot be read')
}

function isHost(text: string): boolean {
  const match = /^(?:\[[0-9a-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text)
  return match !== null && Number(match[1] ?? 1) > 0 && Number(match[1] ?? 1) <= 65_535
}
