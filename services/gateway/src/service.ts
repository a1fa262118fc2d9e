import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { byService } from '@portal/contracts/services'
import { AccessLog } from '@portal/service-kit/access/access-log'
import { migrate } from '@portal/service-kit/database/migrate'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { health } from '@portal/service-kit/http/health'
import { serve } from '@portal/service-kit/http/serve'
import type { Logger } from '@portal/service-kit/logger'
import { startRelay } from '@portal/service-kit/outbox/relay'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { createOwnApp } from './answers/own-app.ts'
import { commonHeaders } from './answers/security-headers.ts'
import { AccessEnding } from './caller/access-ending.ts'
import { createAdmission } from './caller/admission.ts'
import { createIdentify } from './caller/identify.ts'
import { SeenEvents } from './caller/seen-events.ts'
import { addSessionRoutes } from './caller/session-routes.ts'
import type { GatewayConfig } from './config.ts'
import { addressKey, clientAddress } from './door/client-address.ts'
import { createDispatch } from './door/dispatch.ts'
import { openDoor } from './door/open-door.ts'
import { createProviderProxy } from './door/provider-proxy.ts'
import { compileRoutes } from './door/public-routes.ts'
import { RateLimiter } from './door/rate-limiter.ts'
import { createServiceProxy } from './door/service-proxy.ts'
import { EventStreams } from './events/event-streams.ts'
import { followEvents } from './events/follow-events.ts'
import { likelyVisits } from './files/likely-visits.ts'
import { addPageRoutes } from './files/page-routes.ts'
import { startHousekeeping } from './housekeeping.ts'
import { LoginAttempts } from './identity/login-attempts.ts'
import { addLoginRoutes } from './identity/login-routes.ts'
import { addLogoutRoutes } from './identity/logout-routes.ts'
import { ProviderLink } from './identity/provider-link.ts'
import { SessionRefresh } from './identity/session-refresh.ts'
import { PassportMint } from './passports/passport-mint.ts'
import { loadSigningKeys } from './passports/signing-keys.ts'
import { People } from './people/people.ts'
import { Upstream } from './proxy/upstream.ts'
import { createRegistry } from './remotes/registry.ts'
import { createSeal } from './secrets/seal.ts'
import { SessionStore } from './sessions/session-store.ts'
import { addStatusRoute } from './status/status-route.ts'
import { AuthTokens } from './tokens/auth-tokens.ts'

/** What a composition root gives the gateway beside its configuration. */
export interface GatewayPlatform {
  readonly bus: EventBus
  readonly log: Logger
  /** The clock that sessions live by, in milliseconds since 1970; the system's unless told. */
  readonly now?: () => number
}

/** A gateway that answers: `url` for people, `internalUrl` for services (GATEWAY_URL) and probes. */
export interface RunningGateway {
  readonly url: string
  readonly internalUrl: string
  stop(): Promise<void>
}

const drainMs = 20_000

/** The gateway's tables are all worked before a tenant is known. */
export const migrations = {
  folder: new URL('../drizzle/', import.meta.url),
  platformTables: ['sessions', 'auth_tokens', 'signing_keys', 'remote_versions'],
}

/** Migrates, wires and opens the gateway; the only wiring it has. Rejects when any of it cannot start. */
export async function runGateway(config: GatewayConfig, platform: GatewayPlatform): Promise<RunningGateway> {
  const { log, bus } = platform
  await migrate(config.database, migrations)
  // What was opened is closed in reverse order: at the end, or when a later step of the start fails.
  await using opened = new AsyncDisposableStack()
  const database = openDatabase({ urls: config.database, name: 'gateway', platformConnections: 8 })
  opened.defer(() => database.close())
  const identity = await wireIdentity(config, platform, database)
  let isStopping = false
  const inner = await serve(innerApp({ config, database, identity, isStopping: () => isStopping }).fetch, {
    host: config.host,
    port: config.internalPort,
  })
  opened.defer(() => inner.stop())
  const upstreams = wireUpstreams(config)
  for (const upstream of Object.values(upstreams)) opened.defer(() => upstream.close())
  const { onRequest, streams } = wireInside({ config, platform, database, identity, upstreams })
  const { sessions, people, tokens, ending } = identity
  const workers = [
    startRelay({ database, bus, service: 'gateway', log }),
    followEvents({ bus, people, ending, sessions, streams, logger: log }),
    startHousekeeping({ sessions, tokens, logger: log }),
  ]
  for (const worker of workers) opened.defer(() => worker.stop())
  opened.defer(() => identity.refresh.settled())
  opened.defer(() => ending.settled())
  opened.defer(() => identity.access.stop())
  const door = await openDoor({ host: config.host, port: config.port, onRequest })
  opened.defer(() => door.stop(drainMs))
  opened.defer(() => streams.stop())
  log.info({ url: config.publicOrigin }, 'serving')
  const running = opened.move()
  return {
    url: `http://${config.host}:${door.port}`,
    internalUrl: inner.url,
    stop: async () => {
      isStopping = true
      await running.disposeAsync()
    },
  }
}

type Upstreams = ReturnType<typeof wireUpstreams>
type IdentityParts = Awaited<ReturnType<typeof wireIdentity>>

function wireUpstreams(config: GatewayConfig) {
  return {
    ...byService((name) => new Upstream({ name, url: config.upstreams[name] })),
    provider: new Upstream({ name: 'sign-in', url: config.provider.internalOrigin }),
  }
}

/** Who people are: keys, passports, sessions, tokens and the provider. */
async function wireIdentity(config: GatewayConfig, platform: GatewayPlatform, database: Database) {
  const { log: logger, now = Date.now } = platform
  const keySeal = createSeal(config.secret, 'signing keys')
  const passportKeys = await loadSigningKeys(database, keySeal, 'passport')
  const tokenKeys = await loadSigningKeys(database, keySeal, 'auth-token')
  const passports = new PassportMint(passportKeys)
  const sessions = new SessionStore({ database, seal: createSeal(config.secret, 'sessions'), now })
  const tokens = config.isAuthTokenEnabled ? new AuthTokens(database, tokenKeys) : null
  const people = new People({
    teamUrl: config.upstreams.team,
    servicePassport: () => passports.forService('team'),
    now,
  })
  const provider = new ProviderLink({ ...config.provider, publicOrigin: config.publicOrigin })
  const access = new AccessLog({ service: 'gateway', database, log: logger })
  const refresh = new SessionRefresh({ provider, sessions, logger, now })
  const ending = new AccessEnding({ sessions, tokens, people, provider, logger })
  const identify = createIdentify({ sessions, tokens, people, ending, refresh, access })
  return { passportKeys, passports, sessions, tokens, people, provider, ending, refresh, identify, access }
}

interface InsideParts {
  readonly config: GatewayConfig
  readonly platform: GatewayPlatform
  readonly database: Database
  readonly identity: IdentityParts
  readonly upstreams: Upstreams
}

/** Everything behind the public door. */
function wireInside({ config, platform, database, identity, upstreams }: InsideParts) {
  const { log: logger } = platform
  const { publicOrigin } = config
  const { identify, people, sessions, tokens } = identity
  const headers = commonHeaders({ isHttps: publicOrigin.startsWith('https:') })
  const limits = {
    address: new RateLimiter(config.rateLimits.address),
    session: new RateLimiter(config.rateLimits.session),
    'join-code': new RateLimiter(config.rateLimits.joinCode),
  }
  const addressOf = clientAddress(config.trustedProxies)
  const admission = { ...identity, seen: new SeenEvents(), limits, addressOf, publicOrigin }
  const streams = new EventStreams({
    identify,
    isOpen: async (caller) =>
      caller.via === 'cookie' ? sessions.isOpen(caller.session) : ((await tokens?.isOpen(caller)) ?? false),
    people,
    sessions,
    seen: admission.seen,
    headers,
    logger,
  })
  const issuer = new URL(config.provider.issuer)
  const provider = { upstream: upstreams.provider, publicOrigin, limit: limits.address, addressOf }
  const own = ownApp({ config, platform, database, identity, upstreams }, { headers, addressOf })
  const onRequest = createDispatch({
    publicOrigin,
    matchRoute: compileRoutes(),
    toService: createServiceProxy({ upstreams, admit: createAdmission(admission), headers, logger }),
    toProvider: issuer.origin === publicOrigin ? createProviderProxy({ ...provider, headers, logger }) : null,
    providerPaths: [issuer.pathname, config.provider.filesPath ?? issuer.pathname].map(
      (path) => `${path.replace(/\/$/, '')}/`,
    ),
    toEvents: (incoming, outgoing) => streams.open(incoming, outgoing),
    toOwn: getRequestListener(own.fetch),
    headers,
    logger,
  })
  return { onRequest, streams }
}

interface DoorFacts {
  readonly headers: Readonly<Record<string, string>>
  readonly addressOf: (incoming: IncomingMessage) => string
}

/** The routes that the gateway answers itself. */
function ownApp({ config, platform, database, identity }: InsideParts, { headers, addressOf }: DoorFacts) {
  const { log: logger } = platform
  const { publicOrigin, settings } = config
  const { identify, sessions, tokens, people, provider, ending, access } = identity
  const registry = createRegistry(database)
  const app = createOwnApp(headers, logger)
  const loginLimit = new RateLimiter(config.rateLimits.login)
  const tokenLimit = new RateLimiter(config.rateLimits.token)
  const attempts = new LoginAttempts(createSeal(config.secret, 'login attempts'))
  addLoginRoutes(app, {
    provider,
    attempts,
    sessions,
    access,
    people,
    publicOrigin,
    limit: (c) => loginLimit.take(addressKey(addressOf(c.env.incoming))),
    logger,
  })
  addLogoutRoutes(app, { provider, sessions, publicOrigin, logger })
  addSessionRoutes(app, { identify, sessions, tokens, ending, settings, publicOrigin, tokenLimit })
  addStatusRoute(app, {
    services: config.upstreams,
    ownEngines: { events: platform.bus, 'sign-in': provider },
    remotes: async () => (await registry.read()).entries,
    remotesDirectory: config.remotesDirectory,
    own: { version: config.version, check: () => database.check() },
  })
  addPageRoutes(app, {
    shellDirectory: config.shellDirectory,
    remotesDirectory: config.remotesDirectory,
    registry,
    visitsOf: likelyVisits(identify, settings),
  })
  return app
}

interface InnerParts {
  readonly config: GatewayConfig
  readonly database: Database
  readonly identity: IdentityParts
  readonly isStopping: () => boolean
}

/** The inner door: passport keys for services, probes for the platform. */
function innerApp({ config, database, identity, isStopping }: InnerParts) {
  const app = health({ version: config.version, check: () => database.check(), isStopping })
  app.get('/internal/passport-keys', (c) => c.json(identity.passportKeys.publicKeys))
  return app
}
