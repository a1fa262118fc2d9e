import { ConfigError } from '@portal/service-kit/config'
import { readEngineUrl } from '../../engine-url/engine-url.ts'

/** A realm of Keycloak and a service account with rights in it. */
export type KeycloakAddress = Readonly<ReturnType<typeof readKeycloakAddress>>

const example = 'keycloak://client:secret@host:port/auth/realms/portal'

/**
 * Parses `keycloak[+https]://client:secret@host:port[/path]/realms/realm`. Throws ConfigError, in
 * one sentence without the secret. `server` has its path and no trailing slash.
 */
export function readKeycloakAddress(url: string) {
  const { hosts, isSecure, path, username, password } = readEngineUrl(url, { engine: 'keycloak', example })
  const refuse = (why: string) => new ConfigError(`The keycloak address ${why}; use ${example}.`)
  const [host, more] = hosts
  if (host === undefined || more !== undefined) throw refuse('names more than one host')
  const [, prefix, realm] = /^(|.+\/)realms\/([^/]+)$/.exec(path) ?? []
  if (prefix === undefined || realm === undefined) throw refuse('names no realm')
  if (username === '' || password === '') throw refuse('needs a client and its secret')
  const server = `http${isSecure ? 's' : ''}://${host}/${prefix}`.replace(/\/$/, '')
  return { server, host, realm: decodeURIComponent(realm), clientId: username, clientSecret: password }
}
