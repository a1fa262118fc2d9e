import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { deleteInBatches } from '@portal/service-kit/database/delete-in-batches'
import type { Migrations } from '@portal/service-kit/database/migrate'
import type { Database, DatabaseUrls } from '@portal/service-kit/database/open-database'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { startHousekeeping } from '@portal/service-kit/housekeeping'
import { type HealthOptions, health } from '@portal/service-kit/http/health'
import { type ListenOptions, listenOn, serve } from '@portal/service-kit/http/serve'
import type { Logger } from '@portal/service-kit/logger'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import { startLifecycle } from '@portal/service-kit/start-lifecycle'
import type { Telemetry } from '@portal/telemetry/telemetry'
import { like, lt, sql } from 'drizzle-orm'
import { adminApi } from './accounts/admin-api.ts'
import { argon2idCost, type PasswordCost, scryptCost } from './accounts/key-derivation.ts'
import { type IdentityApp, identityApp } from './identity-app.ts'
import { loadPageAssets } from './pages/page-assets.ts'
import { loadProviderKeys } from './provider/provider-keys.ts'
import { accounts, addressLinks, artifacts, attempts, passwordLinks } from './schema.ts'

export interface IdentityProviderOptions {
  /** Public address, `<origin>/oidc`: browsers reach the provider through the gateway. */
  readonly issuer: string
  readonly databaseUrls: DatabaseUrls
  readonly listen: ListenOptions
  /** Secret of the client `portal-gateway`. */
  readonly gatewaySecret: string
  /** Where logout tokens are posted; not necessarily below the public origin. */
  readonly backchannelLogoutUri: string
  /** The admin API's own listener and secret. The gateway must not proxy it. */
  readonly admin: { readonly listen: ListenOptions; readonly secret: string }
  /** Cost of hashing a password, by default one of OWASP's: Argon2id's in a new database. */
  readonly passwordCost?: PasswordCost
  /** Null disables mail: addresses entered at registration then stay unverified. */
  readonly mailer: Mailer | null
  readonly version: string
  readonly log: Logger
  /** What it counts; without, it reports nothing. */
  readonly telemetry?: Telemetry
}

export interface RunningIdentityProvider {
  /** Where it listens. The gateway proxies `/oidc` of the public origin to it, path unchanged. */
  readonly url: string
  /** The admin API's address as `openIdentityAdmin` takes it, with the secret. */
  readonly adminUrl: string
  stop(): Promise<void>
}

/** No row belongs to an organization, so only the platform role may touch these tables. */
export const identityMigrations: Migrations = {
  folder: new URL('../drizzle/', import.meta.url),
  platformTables: [
    'accounts',
    'login_names',
    'artifacts',
    'provider_keys',
    'attempts',
    'password_links',
    'address_links',
  ],
}

/** Migrates the database, loads or generates the keys, and listens. Rejects with one sentence. */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<RunningIdentityProvider> {
  const { issuer, databaseUrls: urls, gatewaySecret, backchannelLogoutUri, admin, log } = options
  const { mailer, version, telemetry } = options
  const life = {
    name: 'identity',
    urls,
    migrations: identityMigrations,
    version,
    log,
    platformConnections: 6,
  }
  return startLifecycle(life, async ({ database, health: state, onStop }) => {
    const [keys, assets] = await Promise.all([loadProviderKeys(database), loadPageAssets()])
    const passwordCost = options.passwordCost ?? (await passwordCostFor(database))
    const clients = { origin: new URL(issuer).origin, gatewaySecret, backchannelLogoutUri }
    const app = identityApp({ issuer, clients, database, keys, assets, passwordCost, mailer, log })
    onStop(app.stop)
    onStop(startHousekeeping({ database, log, own: () => deleteExpired(database) }).stop)
    const adminServer = await serve(adminApi({ app, secret: admin.secret, log }).fetch, admin.listen)
    onStop(adminServer.stop)
    const server = await listenOn(
      createServer(mounted(app, { ...state, reported: telemetry && { telemetry } })),
      options.listen,
    )
    onStop(server.stop)
    return { url: server.url, adminUrl: adminUrl(adminServer.url, admin.secret) }
  })
}

/** Where passwords began with scrypt, they go on with it: the former release reads no other. */
async function passwordCostFor({ platformTx }: Database): Promise<PasswordCost> {
  const { subject, passwordHash } = accounts
  const [older] = await platformTx((db) =>
    db.select({ subject }).from(accounts).where(like(passwordHash, '$scrypt$%')).limit(1),
  )
  return older ? scryptCost : argon2idCost
}

function adminUrl(listening: string, secret: string): string {
  return `oidc+http://:${encodeURIComponent(secret)}@${new URL(listening).host}/`
}

/** Below the issuer's path the provider, which needs `originalUrl` there; elsewhere its health. */
function mounted({ provider, site }: IdentityApp, options: HealthOptions) {
  const handle = provider.callback()
  const handleHealth = getRequestListener(health(options).fetch)
  return (req: IncomingMessage & { originalUrl?: string }, res: ServerResponse): void => {
    const url = req.url ?? '/'
    if (!url.startsWith(`${site.base}/`)) {
      void handleHealth(req, res)
      return
    }
    req.originalUrl = url
    req.url = url.slice(site.base.length)
    void handle(req, res)
  }
}

/** Deletes what has expired, and attempt counters that no longer matter. */
export async function deleteExpired({ platformTx }: Pick<Database, 'platformTx'>): Promise<void> {
  const expired = [artifacts, passwordLinks, addressLinks].map((from) => ({
    from,
    where: lt(from.expiresAt, sql`now()`),
  }))
  const forgotten = { from: attempts, where: lt(attempts.lastAt, sql`now() - interval '1 day'`) }
  await forEveryOne([...expired, forgotten], (rows) => deleteInBatches(platformTx, rows))
}
