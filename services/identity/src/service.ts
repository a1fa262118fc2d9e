import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Migrations, migrate } from '@portal/service-kit/database/migrate'
import { type Database, type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { type HealthOptions, health } from '@portal/service-kit/http/health'
import { type ListenOptions, listenOn, serve } from '@portal/service-kit/http/serve'
import type { Logger } from '@portal/service-kit/logger'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import { adminApi } from './accounts/admin-api.ts'
import { owaspCost, type ScryptCost } from './accounts/password-hash.ts'
import { type IdentityApp, identityApp } from './identity-app.ts'
import { loadPageAssets } from './pages/page-assets.ts'
import { deleteExpired } from './provider/postgres-artifacts.ts'
import { loadProviderKeys } from './provider/provider-keys.ts'

/** Settings of {@link startIdentityProvider}. */
export interface IdentityProviderOptions {
  /** Public address, `<origin>/oidc`: browsers reach the provider through the gateway, under the portal's own origin. */
  readonly issuer: string
  readonly databaseUrls: DatabaseUrls
  readonly listen: ListenOptions
  /** Secret of the client `portal-gateway`. */
  readonly gatewaySecret: string
  /** Where logout tokens are posted; the gateway's own address, not necessarily the public one. */
  readonly backchannelLogoutUri: string
  /** The admin API's own listener and secret. The gateway must not proxy it. */
  readonly admin: { readonly listen: ListenOptions; readonly secret: string }
  /** The work that guessing a stolen hash takes; OWASP's unless told. */
  readonly passwordCost?: ScryptCost
  /** Null: no mail goes out, and no address that somebody registers with is ever verified. */
  readonly mailer: Mailer | null
  /** What /readyz reports. */
  readonly version: string
  readonly log: Logger
}

/** A running provider. */
export interface RunningIdentityProvider {
  /** Where it listens. The gateway proxies `/oidc` of the public origin to it, path unchanged. */
  readonly url: string
  /** Where the admin API listens, in the form that `openIdentityAdmin` takes; it holds the secret. */
  readonly adminUrl: string
  /** Resolves when people can sign in, else throws. */
  check(): Promise<void>
  stop(): Promise<void>
}

const sweepEveryMs = 60_000

/** The tables of the provider's database. No row belongs to an organization, so only the platform role touches them. */
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

/** Migrates the database `identity`, loads or makes the keys, and listens. Rejects with one sentence when it cannot. */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<RunningIdentityProvider> {
  const { issuer, databaseUrls, gatewaySecret, backchannelLogoutUri, admin, log } = options
  const { passwordCost = owaspCost } = options
  await migrate(databaseUrls, identityMigrations)
  const database = openDatabase({ urls: databaseUrls, name: 'identity', platformConnections: 6 })
  try {
    const [keys, assets] = await Promise.all([loadProviderKeys(database), loadPageAssets()])
    const { origin } = new URL(issuer)
    const clients = { origin, gatewaySecret, backchannelLogoutUri }
    const app = identityApp({
      issuer,
      clients,
      database,
      keys,
      assets,
      passwordCost,
      mailer: options.mailer,
      log,
    })
    let isStopping = false
    const state = {
      version: options.version,
      check: () => database.check(),
      isStopping: () => isStopping,
    }
    const adminServer = await serve(adminApi({ app, secret: admin.secret, log }).fetch, admin.listen)
    const server = await listenOn(createServer(mounted(app, state)), options.listen).catch(async (error) => {
      await adminServer.stop()
      throw error
    })
    const sweeper = sweepRegularly(app, database, log)
    return {
      url: server.url,
      adminUrl: adminUrl(adminServer.url, admin.secret),
      check: state.check,
      stop: async () => {
        isStopping = true
        clearInterval(sweeper)
        await Promise.all([server.stop(), adminServer.stop(), app.mails.stop()])
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function adminUrl(listening: string, secret: string): string {
  const { host } = new URL(listening)
  return `oidc+http://:${encodeURIComponent(secret)}@${host}/`
}

/** Serves the provider under the issuer's path, the way that mounting frameworks tell it: with `originalUrl`; beside it, its health. */
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

function sweepRegularly(app: IdentityApp, database: Database, log: Logger): NodeJS.Timeout {
  const sweep = async () => {
    await Promise.all([
      deleteExpired(database),
      app.throttle.sweep(),
      app.links.sweep(),
      app.addressLinks.sweep(),
    ])
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'Expired sign-in data was not removed'))
  }, sweepEveryMs)
  return timer.unref()
}
