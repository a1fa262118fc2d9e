import { getRequestListener } from '@hono/node-server'
import { CodedError } from '@portal/service-kit/coded-error'
import { migrate } from '@portal/service-kit/database/migrate'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { health } from '@portal/service-kit/http/health'
import { serve } from '@portal/service-kit/http/serve'
import type { Logger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import type { GatewayConfig } from './config.ts'
import { createDispatch } from './door/dispatch.ts'
import { openDoor } from './door/open-door.ts'
import { createOwnApp } from './door/own-app.ts'
import { compileRoutes } from './door/public-routes.ts'
import { commonHeaders } from './door/security-headers.ts'
import { createServiceProxy } from './door/service-proxy.ts'
import { addPageRoutes } from './files/page-routes.ts'
import { Upstream } from './proxy/upstream.ts'
import { createRegistry } from './remotes/registry.ts'
import type { EngineProbe } from './status/read-status.ts'
import { addStatusRoute } from './status/status-route.ts'

/** What a composition root gives the gateway beside its configuration. */
export interface GatewayPlatform {
  readonly bus: EventBus
  readonly log: Logger
  /** Engines that GET /api/status reports. */
  readonly engines?: readonly EngineProbe[]
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
export async function startGateway(
  config: GatewayConfig,
  platform: GatewayPlatform,
): Promise<RunningGateway> {
  const { log } = platform
  await migrate(config.database, migrations)
  const database = openDatabase({ urls: config.database, name: 'gateway', platformConnections: 8 })
  const headers = commonHeaders({ isHttps: config.publicOrigin.startsWith('https:') })
  const registry = createRegistry(database)
  const upstreams = {
    team: new Upstream({ name: 'team', url: config.upstreams.team }),
    documents: new Upstream({ name: 'documents', url: config.upstreams.documents }),
    chat: new Upstream({ name: 'chat', url: config.upstreams.chat }),
  }
  let isStopping = false
  const own = createOwnApp(headers, log)
  addStatusRoute(own, {
    services: config.upstreams,
    engines: platform.engines ?? [],
    remotes: async () => (await registry.read()).entries,
    remotesDirectory: config.remotesDirectory,
    own: { version: config.version, check: () => database.check() },
  })
  addPageRoutes(own, {
    shellDirectory: config.shellDirectory,
    remotesDirectory: config.remotesDirectory,
    registry,
    visitsOf: async () => [],
  })
  const proxy = createServiceProxy({
    upstreams,
    admit: async (_, route) => {
      if (route.can !== 'public') throw new CodedError('unauthorized', 'Unauthorized: please log in.')
      return { headers: [] }
    },
    headers,
    logger: log,
  })
  const door = await openDoor({
    host: config.host,
    port: config.port,
    onRequest: createDispatch({
      publicOrigin: config.publicOrigin,
      matchRoute: compileRoutes(),
      toService: proxy,
      toProvider: null,
      providerPath: '/oidc/',
      toOwn: getRequestListener(own.fetch, { overrideGlobalObjects: false }),
      headers,
      logger: log,
    }),
  })
  const inner = await serve(
    health({ version: config.version, check: () => database.check(), isStopping: () => isStopping }).fetch,
    { host: config.host, port: config.internalPort },
  )
  log.info({ url: config.publicOrigin }, 'serving')
  return {
    url: `http://${config.host}:${door.port}`,
    internalUrl: inner.url,
    stop: async () => {
      isStopping = true
      await door.stop(drainMs)
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()))
      await inner.stop()
      await database.close()
    },
  }
}
