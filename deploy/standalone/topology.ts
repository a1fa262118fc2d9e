import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import {
  byService,
  type ProxiedService,
  proxiedServices,
  serviceUrlVariable,
} from '@portal/contracts/services'
import { publicBytes } from '@portal/gateway-service/remotes/signatures'
import { portalClientIds } from '@portal/identity-service/provider/portal-clients'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'

/** The portal's processes besides Postgres, in starting order. */
export const processNames = ['identity', ...proxiedServices, 'gateway'] as const
export type ProcessName = (typeof processNames)[number]

/** One for each process, and the event log. */
export const databaseNames = [...processNames, 'events'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** Database names contain no hyphens. */
export function databaseName(process: string): string {
  return process.replaceAll('-', '_')
}

/**
 * Loopback ports of one start. The gateway listens on `public` itself unless a front server does.
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

export interface Installation {
  readonly ports: Ports
  readonly databases: Readonly<Record<DatabaseName, DatabaseUrls>>
  readonly secrets: Readonly<Record<'gateway' | 'oidcClient' | 'identityAdmin' | 'audit' | 'remotes', string>>
  readonly dataFolder: string
  /** In the format of `openMailer`; empty: no mail is sent. */
  readonly mailer: string
  readonly limits?: Environment
  readonly shellDirectory: string
  readonly remotesDirectory: string
  readonly logLevel: string
  readonly version: string
}

/** Name of the first operator. Registered login names are addresses, so nobody can take it. */
export const operatorName = 'operator'

type Environment = Readonly<Record<string, string>>

/** Engine URLs as the services' configuration expects them; their schemes choose the adapters. */
export type EngineAddresses = Readonly<
  Record<'events' | 'blobs' | 'parser' | 'embedder' | 'ranker' | 'search' | 'model', string>
> & {
  /** A file store inaccessible to the audit trail's database. */
  readonly auditHeads: string
  readonly identity: {
    /** In the format of `openIdentityAdmin`. */
    readonly admin: string
    /** The gateway's settings for the provider. */
    readonly gateway: Environment
    /** Environment of the embedded provider's process, if used. */
    readonly process?: Environment
  }
}

interface ProviderFacts {
  readonly issuer: string
  readonly internalOrigin: string
  /** Identifies the provider's users: unlike the issuer, it must not change with `--port`. */
  readonly realm: string
  readonly clientSecret: string
}

/** The gateway's settings for any provider. */
export function providerSettings(provider: ProviderFacts): Environment {
  return {
    OIDC_ISSUER: provider.issuer,
    OIDC_REALM: provider.realm,
    OIDC_INTERNAL_ORIGIN: provider.internalOrigin,
    OIDC_CLIENT_ID: portalClientIds.gateway,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_SHELL_CLIENT_ID: portalClientIds.web,
  }
}

/** The environment of each process; there is none for a provider that is an engine. */
export type Topology = Readonly<Record<Exclude<ProcessName, 'identity'>, Environment>> & {
  readonly identity?: Environment
}

/** In starting order. */
export function processesOf(topology: Topology): readonly ProcessName[] {
  return processNames.filter((name) => topology[name] !== undefined)
}

export const loopback = (port: number): string => `http://127.0.0.1:${port}`

/** `localhost`, because Secure cookies need a trustworthy origin, which it is on plain http. */
export function publicOrigin(ports: Ports): string {
  return `http://localhost:${ports.public}`
}

/** Writes the environment of every process of an installation on these engines. */
export function topology(installation: Installation, engines: EngineAddresses): Topology {
  const { ports, secrets } = installation
  const own = ownSettings(installation, engines)
  const { gateway: provider, process } = engines.identity
  return {
    ...byService((name) => ({ ...service(installation, name), EVENTS_URL: engines.events, ...own[name] })),
    ...(process && { identity: { ...common(installation, 'identity', ports.identity), ...process } }),
    gateway: {
      ...common(installation, 'gateway', ports.gateway),
      ...installation.limits,
      EVENTS_URL: engines.events,
      INTERNAL_PORT: String(ports.internal),
      PUBLIC_ORIGIN: publicOrigin(ports),
      GATEWAY_SECRET: secrets.gateway,
      DELEGATION_SECRET: delegationSecret(secrets.gateway),
      ...serviceUrls(ports),
      ...provider,
      SHELL_DIRECTORY: installation.shellDirectory,
      REMOTES_DIRECTORY: installation.remotesDirectory,
      REMOTE_KEYS: remoteKeys(installation),
    },
  }
}

/** The installation's own key, and those of the environment, of teams that publish. */
export function remoteKeys({ secrets, limits }: Pick<Installation, 'secrets' | 'limits'>): string {
  const own = `installation=${publicBytes(secrets.remotes)}`
  return [own, limits?.['REMOTE_KEYS'] ?? ''].join(' ').trim()
}

/** Settings that only this service reads. */
function ownSettings(
  { ports, secrets, mailer, dataFolder, remotesDirectory }: Installation,
  engines: EngineAddresses,
): Partial<Record<ProxiedService, Environment>> {
  return {
    team: {
      PORTAL_OPERATORS: operatorName,
      PORTAL_PROTECTED_ACCOUNTS: operatorName,
      IDENTITY_ADMIN_URL: engines.identity.admin,
      MAILER_URL: mailer,
      INVITATION_SECRET: derivedSecret(secrets.gateway, 'invitations'),
      PUBLIC_ORIGIN: publicOrigin(ports),
    },
    documents: {
      BLOBS_URL: engines.blobs,
      PARSER_URL: engines.parser,
      EMBEDDER_URL: engines.embedder,
      RANKER_URL: engines.ranker,
      SEARCH_URL: engines.search,
      SPOOL_FOLDER: join(dataFolder, 'spool'),
      MASTER_ADMIN_URL: loopback(ports['master-admin']),
    },
    chat: {
      DOCUMENTS_URL: loopback(ports.documents),
      MASTER_ADMIN_URL: loopback(ports['master-admin']),
      MODEL_URL: engines.model,
      DELEGATION_SECRET: delegationSecret(secrets.gateway),
    },
    analytics: {
      DOCUMENTS_URL: loopback(ports.documents),
      DELEGATION_SECRET: delegationSecret(secrets.gateway),
    },
    'master-admin': {
      TEAM_URL: loopback(ports.team),
      PORTAL_PROTECTED_ACCOUNTS: operatorName,
      AUDIT_HEADS_URL: engines.auditHeads,
      AUDIT_SECRET: secrets.audit,
    },
    marketing: { PUBLIC_ORIGIN: publicOrigin(ports), REMOTES_DIRECTORY: remotesDirectory },
  }
}

/** Between the gateway and the services whose jobs read for people. */
function delegationSecret(secret: string): string {
  return derivedSecret(secret, 'delegation')
}

/** Secrets for one purpose, one for each source, which they do not reveal. */
function derivedSecret(secrets: string, purpose: string): string {
  return secrets
    .split(' ')
    .map((secret) => createHmac('sha256', secret).update(`portal ${purpose}`).digest('base64'))
    .join(' ')
}

function serviceUrls(ports: Ports): Record<string, string> {
  return Object.fromEntries(proxiedServices.map((name) => [serviceUrlVariable(name), loopback(ports[name])]))
}

function service(installation: Installation, name: ProxiedService): Record<string, string> {
  return {
    ...common(installation, name, installation.ports[name]),
    ...installation.limits,
    GATEWAY_URL: loopback(installation.ports.internal),
  }
}

function common(installation: Installation, name: ProcessName, port: number): Record<string, string> {
  const urls = installation.databases[name]
  return {
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_APP_URL: urls.app,
    DATABASE_PLATFORM_URL: urls.platform,
    LISTEN_HOST: '127.0.0.1',
    LISTEN_PORT: String(port),
    LOG_LEVEL: installation.logLevel,
    VERSION: installation.version,
    // For the operator's page, which needs no collector; a few traces per second at most.
    RECENT_TRACES: 'on',
  }
}
