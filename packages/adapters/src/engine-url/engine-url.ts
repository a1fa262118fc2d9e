import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '@portal/service-kit/config'

/**
 * An engine's address, parsed from
 * `<engine>[+tls|+https]://[user[:password]@]host[:port][,host…][/path][?settings]`. `hosts` as
 * written, `path` without slashes at its ends, names and passwords decoded.
 */
export interface EngineUrl {
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
  /** Allowed settings after the question mark; any other is rejected, so that typos are noticed. */
  readonly settings?: readonly string[]
}

/** Whether the address names this engine, encrypted or not. */
export function isEngineUrl(url: string, engine: string): boolean {
  return url.startsWith(`${engine}://`) || url.startsWith(`${engine}+`)
}

/** Parses an engine's address. Throws ConfigError, with the expected form and never a secret. */
export function readEngineUrl(url: string, rules: EngineUrlRules): EngineUrl {
  const match = /^([a-z0-9]+)(?:\+([a-z]+))?:\/\/(?:([^/?#@]*)@)?([^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(
    url,
  )
  const refuse = (why: string) => new ConfigError(`The ${rules.engine} address ${why}; use ${rules.example}.`)
  if (match?.[1] !== rules.engine) throw refuse('cannot be read')
  const [, , ending, credentials = '', hosts = '', path = '', query = ''] = match
  if (ending !== undefined && !/^(tls|https)$/.test(ending))
    throw refuse(`has an unknown ending "+${ending}"`)
  const settings = Object.fromEntries(new URLSearchParams(query))
  const unknown = Object.keys(settings).find((name) => !rules.settings?.includes(name))
  if (unknown !== undefined) throw refuse(`has an unknown setting "${unknown}"`)
  if (!hosts.split(',').every(isHost)) throw refuse('names a host or port that cannot be read')
  const [username = '', ...rest] = credentials.split(':')
  const decoded = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      throw refuse('has a user name or password whose "%" is not written as %25')
    }
  }
  return {
    isSecure: ending !== undefined,
    hosts: hosts.split(','),
    username: decoded(username),
    password: decoded(rest.join(':')),
    path: path.replace(/^\/+|\/+$/g, ''),
    settings,
  }
}

/** The folder that `file:<folder>` or a `file://` URL names; null for any other address. */
export function folderOfUrl(url: string): string | null {
  if (!url.startsWith('file:') || url === 'file:') return null
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length))
}

function isHost(text: string): boolean {
  const match = /^(?:\[[0-9a-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text)
  return match !== null && Number(match[1] ?? 1) > 0 && Number(match[1] ?? 1) <= 65_535
}
