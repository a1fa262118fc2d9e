import { getRequestListener } from '@hono/node-server'
import { followEvents as followEventsRoute } from '@portal/contracts/gateway'
import { byService, type ProxiedService } from '@portal/contracts/services'
import { AuditLog } from '@portal/service-kit/audit/audit-log'
import type { Database } from '@portal/service-kit/database/open-database'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { startHousekeeping } from '@portal/service-kit/housekeeping'
import { serve } from '@portal/service-kit/http/serve'
import type { Logger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { startLifecycle } from '@portal/service-kit/start-lifecycle'
import { backlogReader, exposeBacklog } from '@portal/service-kit/telemetry/backlog'
import { quietTelemetry, type Telemetry } from '@portal/telemetry/telemetry'
import { AuthTokens } from './authentication/auth-tokens.ts'
import { createAuthentication, createIdentify } from './authentication/authenticate.ts'
import { CredentialRevoker } from './authentication/credential-revoker.ts'
import { SessionRefresh } from './authentication/session-refresh.ts'
import { SessionStore } from './authentication/session-store.ts'
import type { GatewayConfig } from './config.ts'
import { EventStreams } from './events/event-streams.ts'
import { followEvents } from './events/follow-events.ts'
import { ownGroups, startOwnEvents } from './events/own-events.ts'
import { IdentityClient } from './identity-client/identity-client.ts'
import { type ClientLimits, clientLimits } from './ingress/client-limits.ts'
import { createDispatch } from './ingress/dispatch.ts'
import { observeRequests } from './ingress/observe-requests.ts'
import { openListener } from './ingress/open-listener.ts'
import { compileRoutes } from './ingress/public-routes.ts'
import { forgetOldBuckets, type SharedLimits, sharedLimits } from './ingress/shared-rate-limiter.ts'
import { innerApp } from './inner-app.ts'
import { openSignIns, type SignIns } from './login/sign-in-admission.ts'
import { ProviderLink } from './oidc/provider-link.ts'
import { bindOwnRoutes } from './own-routes/gateway-verbs.ts'
import { HeldBodies } from './proxy/held-bodies.ts'
import { PassportMint } from './proxy/passport-mint.ts'
import { createProviderProxy } from './proxy/provider-proxy.ts'
import { SeenEvents } from './proxy/seen-events.ts'
import { createServiceProxy } from './proxy/service-proxy.ts'
import { UploadFlow } from './proxy/upload-flow.ts'
import { UploadSlots } from './proxy/upload-slots.ts'
import { Upstream } from './proxy/upstream.ts'
import { openRemotes, type RemotesPort } from './remotes/remotes-port.ts'
import { commonHeaders } from './responses/security-headers.ts'
import { createSeal } from './secrets/seal.ts'
import { loadSigningKeys } from './secrets/signing-keys.ts'
import { siteApp } from './site-app.ts'

/** What a composition root provides beside the configuration. */
export interface GatewayPlatform {
  readonly bus: EventBus
  readonly log: Logger
  /** What it counts and traces; by default counts alone. */
  readonly telemetry?: Telemetry
  /** The clock for sessions, in milliseconds since 1970; by default the system's. */
  readonly now?: () => number
}

/** A running gateway: `url` for browsers, `internalUrl` for services (GATEWAY_URL) and probes. */
export interface RunningGateway {
  readonly url: string
  readonly internalUrl: string
  stop(): Promise<void>
}

const drainMs = 20_000

/** The gateway's tables are all used before a tenant is known. */
export const migrations = {
  folder: new URL('../drizzle/', import.meta.url),
  platformTables: [
    ...['sessions', 'auth_tokens', 'signing_keys', 'rate_buckets', 'remote_versions'],
    ...['remote_promotions', 'remote_pins', 'remote_reports', 'remote_acts'],
  ],
}

/** Migrates, wires and starts the gateway. Rejects when any part of it cannot start. */
export async function runGateway(config: GatewayConfig, given: GatewayPlatform): Promise<RunningGateway> {
  const { telemetry = quietTelemetry({ service: 'gateway', version: config.version }) } = given
  const platform = { ...given, telemetry }
  const { log, bus } = platform
  const { host, port, internalPort, version } = config
  const life = { name: 'gateway', urls: config.database, migrations, version, log, platformConnections: 8 }
  return startLifecycle(life, async ({ database, health: state, onStop }) => {
    onStop(async () => telemetry.tracing?.stop())
    const identity = await wireIdentity(config, platform, database)
    const backlog = backlogReader({ database, bus, groups: ownGroups })
    exposeBacklog(telemetry.metrics, backlog)
    const remotes = await openRemotes(config, database)
    const ownRoutes = bindOwnRoutes({
      ...identity,
      ...{ database, log, telemetry, settings: config.settings, services: config.upstreams, remotes },
      operations: () => ({
        parts: { gateway: inner.url, ...config.upstreams, identity: config.provider.internalOrigin },
        // Another provider than the portal's own reports nothing.
        optional: ['identity'],
      }),
      status: {
        services: config.upstreams,
        ownEngines: { events: bus, 'sign-in': identity.provider },
        remotes: async () => (await remotes.registry.read()).entries,
        remoteStore: remotes.store,
        own: state,
      },
    })
    const inner = await serve(
      innerApp({ ...state, reported: { telemetry, backlog } }, { config, log, identity, ownRoutes }).fetch,
      {
        ...{ host, port: internalPort, lingerMs: config.lingerMs },
      },
    )
    onStop(inner.stop)
    const upstreams = {
      ...byService((name) => new Upstream({ name, url: config.upstreams[name] })),
      provider: new Upstream({ name: 'sign-in', url: config.provider.internalOrigin }),
    }
    for (const { pool } of Object.values(upstreams)) onStop(() => pool.close())
    const limits = clientLimits(config)
    const signIns = openSignIns(config)
    const parts = { config, platform, identity, remotes, upstreams, ownRoutes, limits, signIns }
    const { onRequest, streams } = wireStages({ ...parts, sharedLimits: sharedLimits(config, database) })
    const { sessions, people, revoker } = identity
    const workers = [
      startOwnEvents({ database, bus, log, telemetry }),
      followEvents({ bus, people, revoker, sessions, streams, logger: log }),
      startHousekeeping({ database, log, own: () => keepHouse(database, identity, remotes) }),
    ]
    for (const worker of workers) onStop(() => worker.stop())
    onStop(() => identity.refresh.settled())
    onStop(() => revoker.settled())
    onStop(() => identity.access.stop())
    const { address, inAll } = config.connections
    const connections = { inAll, perAddress: config.trustedProxies > 0 ? null : address }
    warnOfSharedAddress(config, log)
    const listener = await openListener({ host, port, connections, onRequest })
    onStop(() => listener.stop(drainMs - config.lingerMs, config.lingerMs))
    onStop(async () => streams.stop())
    return { url: `http://${host}:${listener.port}`, internalUrl: inner.url }
  })
}

/** Hourly: what is over is forgotten, and keys that another replica has made sign here, too. */
async function keepHouse(database: Database, identity: IdentityParts, remotes: RemotesPort): Promise<void> {
  const { sessions, tokens, passportKeys, tokenKeys } = identity
  const tasks: readonly (() => Promise<unknown> | undefined)[] = [
    () => passportKeys.published(),
    () => tokenKeys.published(),
    () => sessions.forgetExpired(),
    () => tokens?.forgetExpired(),
    () => forgetOldBuckets(database),
    () => remotes.reports.forgetOld(),
  ]
  await forEveryOne(tasks, async (task) => task())
}

function warnOfSharedAddress({ publicOrigin, trustedProxies }: GatewayConfig, log: Logger): void {
  if (!publicOrigin.startsWith('https:') || trustedProxies > 0) return
  log.warn(
    'TRUSTED_PROXIES is 0, but the public address is https, which another server must terminate: ' +
      'everybody behind it shares the limits of one address. Set it to the number of proxies in front.',
  )
}

type IdentityParts = Awaited<ReturnType<typeof wireIdentity>>

/** Keys, passports, sessions, tokens and the provider. */
async function wireIdentity(config: GatewayConfig, platform: GatewayPlatform, database: Database) {
  const { log: logger, now = Date.now } = platform
  const keySeal = createSeal(config.secrets, 'signing keys')
  const passportKeys = await loadSigningKeys(database, keySeal, 'passport')
  const tokenKeys = await loadSigningKeys(database, keySeal, 'auth-token')
  const passports = new PassportMint(passportKeys)
  const sessions = new SessionStore(database, createSeal(config.secrets, 'sessions'), now)
  const tokens = config.isAuthTokenEnabled ? new AuthTokens(database, tokenKeys) : null
  sessions.on('ended', (sid) => tokens?.forgetOfSession(sid))
  const people = new IdentityClient({
    teamUrl: config.upstreams.team,
    servicePassport: () => passports.forService('team'),
    now,
  })
  const provider = new ProviderLink({ ...config.provider, publicOrigin: config.publicOrigin })
  const access = new AuditLog({ service: 'gateway', database, log: logger })
  const refresh = new SessionRefresh({ provider, sessions, logger, now })
  const revoker = new CredentialRevoker({ sessions, tokens, people, provider, logger })
  const seen = new SeenEvents(createSeal(config.secrets, 'seen events'))
  const identify = createIdentify({ sessions, tokens, people, revoker, refresh, access, seen })
  const who = { sessions, tokens, people, provider, revoker, refresh, identify, access, seen }
  return { ...who, passportKeys, tokenKeys, passports }
}

interface StageParts {
  readonly config: GatewayConfig
  readonly platform: GatewayPlatform & { readonly telemetry: Telemetry }
  readonly identity: IdentityParts
  readonly remotes: RemotesPort
  readonly upstreams: Readonly<Record<ProxiedService | 'provider', Upstream>>
  readonly limits: ClientLimits
  readonly sharedLimits: SharedLimits
  readonly signIns: SignIns
  readonly ownRoutes: ReturnType<typeof bindOwnRoutes>
}

/** The stages that a request passes, and the event streams. */
function wireStages(parts: StageParts) {
  const { config, platform, identity, limits, sharedLimits, ownRoutes, upstreams, signIns } = parts
  const { log: logger } = platform
  const { publicOrigin, trustedProxies } = config
  const { identify, access, people, passports, sessions, tokens, seen } = identity
  const headers = commonHeaders(publicOrigin)
  const routeLimits = { ...limits.rates, ...sharedLimits }
  const streams = new EventStreams({
    openAmong: async (ids) =>
      new Set([...(await sessions.openAmong(ids)), ...((await tokens?.openAmong(ids)) ?? [])]),
    ...{ people, sessions, seen, headers, logger },
  })
  const bodies = new HeldBodies()
  const proxy = createServiceProxy({
    ...{ bodies, uploads: new UploadSlots(), uploadFlow: new UploadFlow(config.uploadBytesLimit) },
    data: limits.rates.data,
    upstreams: { ...upstreams, gateway: (request) => ownRoutes.fetch(request) },
    ...{ passports, seen, people, headers },
  })
  const issuer = new URL(config.provider.issuer)
  const onRequest = createDispatch({
    ...{ publicOrigin, trustedProxies, headers, limits, logger },
    observe: observeRequests(platform.telemetry),
    matchRoute: compileRoutes(),
    toRoute: createAuthentication(
      { identify, access, limits, routeLimits, publicOrigin },
      (request, principal) =>
        request.route.contract === followEventsRoute
          ? streams.open(request, principal)
          : proxy(request, principal),
    ),
    toProvider:
      issuer.origin === publicOrigin
        ? createProviderProxy({
            ...{ upstream: upstreams.provider, bodies, publicOrigin, headers, signIns },
            authorizationPath: () => identity.provider.authorizationPath,
          })
        : null,
    providerPaths: [issuer.pathname, config.provider.filesPath ?? issuer.pathname].map(
      (path) => `${path.replace(/\/$/, '')}/`,
    ),
    toOwn: getRequestListener(siteApp(parts, headers).fetch),
  })
  return { onRequest, streams }
}
