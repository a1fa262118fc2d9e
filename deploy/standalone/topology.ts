import { portalClientIds } from '@portal/adapters/identity-provider/portal-clients'
import { type ProxiedService, proxiedServices } from '@portal/contracts/route'
import { byService, serviceUrlVariable } from '@portal/contracts/services'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'

/** The processes of the portal besides Postgres, in the order in which they start. */
export const processNames = ['identity', ...proxiedServices, 'gateway'] as const
export type ProcessName = (typeof processNames)[number]

/** Databases: one for each process, and the event log. */
export const databaseNames = [...processNames, 'events'] as const
export type DatabaseName = (typeof databaseNames)[number]

/**
 * The ports of one start, all on the loopback interface. `public` is the one that people use; the gateway listens there itself, unless
 * another door stands before it.
 */
export const portNames = [
  'public',
  'gateway',
  'internal',
  'identity',
  'identityAdmin',
  ...proxiedServices,
] as const
export type Ports = Readonly<Record<(typeof portNames)[number], number>>

/** What an installation consists of. */
export interface Installation {
  readonly ports: Ports
  readonly databases: Readonly<Record<DatabaseName, DatabaseUrls>>
  readonly secrets: { readonly gateway: string; readonly oidcClient: string; readonly identityAdmin: string }
  readonly dataFolder: string
  readonly shellDirectory: string
  readonly remotesDirectory: string
  readonly logLevel: string
  readonly version: string
}

/** Login name of the first operator. Registration makes e-mail addresses login names, so nobody can take it. */
export const operatorName = 'operator'

/** The environment of each process: what both compositions start them with. */
export type Topology = Readonly<Record<ProcessName, Readonly<Record<string, string>>>>

const loopback = (port: number) => `http://127.0.0.1:${port}`

/** The address that people type. `localhost`, because cookies with Secure need a trustworthy origin, which browsers grant it on plain http. */
export function publicOrigin(ports: Ports): string {
  return `http://localhost:${ports.public}`
}

/** Where the identity provider is managed, in the form that `openIdentityAdmin` takes. */
export function identityAdminUrl({ ports, secrets }: Installation): string {
  return `oidc+http://:${secrets.identityAdmin}@127.0.0.1:${ports.identityAdmin}/`
}

/** Writes the environment of every process. */
export function topology(installation: Installation): Topology {
  const { ports, secrets } = installation
  const issuer = `${publicOrigin(ports)}/oidc`
  const own = ownSettings(installation)
  return {
    ...byService((name) => ({ ...service(installation, name), ...own[name] })),
    identity: {
      ...common(installation, 'identity', ports.identity),
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_SECRET: secrets.oidcClient,
      BACKCHANNEL_LOGOUT_URL: `${publicOrigin(ports)}/api/backchannel-logout`,
      ADMIN_PORT: String(ports.identityAdmin),
      ADMIN_SECRET: secrets.identityAdmin,
    },
    gateway: {
      ...common(installation, 'gateway', ports.gateway),
      EVENTS_URL: eventsUrl(installation),
      INTERNAL_PORT: String(ports.internal),
      PUBLIC_ORIGIN: publicOrigin(ports),
      GATEWAY_SECRET: secrets.gateway,
      ...serviceUrls(ports),
      OIDC_ISSUER: issuer,
      // The address follows --port; who people are must not.
      OIDC_REALM: 'embedded',
      OIDC_INTERNAL_ORIGIN: loopback(ports.identity),
      OIDC_CLIENT_ID: portalClientIds.gateway,
      OIDC_CLIENT_SECRET: secrets.oidcClient,
      OIDC_SHELL_CLIENT_ID: portalClientIds.web,
      SHELL_DIRECTORY: installation.shellDirectory,
      REMOTES_DIRECTORY: installation.remotesDirectory,
    },
  }
}

/** What a service reads beyond the common settings. */
function ownSettings({
  ports,
  dataFolder,
}: Installation): Partial<Record<ProxiedService, Readonly<Record<string, string>>>> {
  const embedder = 'onnx:e5-small-v2-int8'
  return {
    team: { PORTAL_OPERATORS: operatorName },
    documents: {
      BLOBS_URL: `file:${dataFolder}/files`,
      PARSER_URL: 'local:',
      EMBEDDER_URL: embedder,
      SEARCH_URL: `sqlite:${dataFolder}/search`,
    },
    chat: {
      DOCUMENTS_URL: loopback(ports.documents),
      MODEL_URL: 'extractive:',
      EMBEDDER_URL: embedder,
    },
  }
}

/** Where the gateway finds the services. */
function serviceUrls(ports: Ports): Record<string, string> {
  return Object.fromEntries(proxiedServices.map((name) => [serviceUrlVariable(name), loopback(ports[name])]))
}

function service(installation: Installation, name: ProxiedService): Record<string, string> {
  return {
    ...common(installation, name, installation.ports[name]),
    EVENTS_URL: eventsUrl(installation),
    GATEWAY_URL: loopback(installation.ports.internal),
  }
}

function common(installation: Installation, name: ProcessName, port: number): Record<string, string> {
  const urls = installation.databases[name]
  return {
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_APP_URL: urls.app,
    DATABASE_PLATFORM_URL: urls.platform,
    DATABASE_READER_URL: urls.reader,
    LISTEN_HOST: '127.0.0.1',
    LISTEN_PORT: String(port),
    LOG_LEVEL: installation.logLevel,
    VERSION: installation.version,
  }
}

function eventsUrl({ databases }: Installation): string {
  return `log:${databases.events.owner}`
}
