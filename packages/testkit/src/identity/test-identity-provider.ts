import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import {
  type IdentityProviderOptions,
  identityMigrations,
  type RunningIdentityProvider,
  startIdentityProvider,
} from '@portal/identity-service/service'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import { type MemoryMailer, memoryMailer } from '../mail/memory-mailer.ts'
import { createTestDatabase } from '../test-database.ts'
import { recordLogoutTokens } from './logout-tokens.ts'

/** A provider with its own database, and a recorder for the logout tokens it posts. */
export interface TestIdentityProvider extends AsyncDisposable {
  readonly origin: string
  readonly issuer: string
  readonly gatewaySecret: string
  readonly provider: RunningIdentityProvider
  /** Logout tokens in order of arrival. */
  readonly logoutTokens: readonly string[]
  /** The next logout token is refused once, with 503. */
  refuseLogout(): void
  readonly mailer: MemoryMailer
  readonly logged: readonly string[]
  /** Runs SQL on its database, to inspect rows or move times into the past. */
  execute(statement: string): Promise<Record<string, unknown>[]>
  /** Restarts the provider on the same database and port. */
  restart(): Promise<void>
}

/** Settings of {@link startTestIdentityProvider}. */
export interface TestIdentityProviderOptions {
  /** Origin of a gateway that proxies `/oidc` and accepts the logout tokens. */
  readonly gatewayOrigin?: string
  /** Receives the log lines. */
  readonly logged?: string[]
  /** What a hash costs, for a test of waiting for one; else next to nothing. Null: as installed. */
  readonly passwordCost?: NonNullable<IdentityProviderOptions['passwordCost']> | null
}

/**
 * Starts it on a free loopback port. Without a gateway its issuer is
 * `http://127.0.0.1:<port>/oidc`.
 */
export async function startTestIdentityProvider({
  gatewayOrigin,
  logged = [],
  passwordCost = { ln: 10, r: 8, p: 1 },
}: TestIdentityProviderOptions = {}): Promise<TestIdentityProvider> {
  const database = await createTestDatabase(identityMigrations)
  const logout = await recordLogoutTokens()
  const mailer = memoryMailer()
  // The issuer must be known before the provider listens.
  const port = await findFreePort()
  const origin = gatewayOrigin ?? `http://127.0.0.1:${port}`
  const settings = {
    issuer: `${origin}/oidc`,
    databaseUrls: database.urls,
    listen: { host: '127.0.0.1', port },
    gatewaySecret: 'secret-of-the-gateway',
    backchannelLogoutUri: gatewayOrigin ? `${gatewayOrigin}/api/backchannel-logout` : logout.url,
    admin: { listen: { host: '127.0.0.1', port: 0 }, secret: 'secret-of-the-admin-api' },
    mailer,
    ...(passwordCost && { passwordCost }),
    version: 'test',
    log: createLogger({
      service: 'identity',
      level: 'debug',
      destination: { write: (line) => void logged.push(line) },
    }),
  }
  let provider = await startIdentityProvider(settings)
  const store = openDatabase({ urls: database.urls, name: 'test' })
  return {
    origin,
    issuer: settings.issuer,
    gatewaySecret: settings.gatewaySecret,
    logoutTokens: logout.tokens,
    refuseLogout: logout.refuseNext,
    logged,
    mailer,
    get provider() {
      return provider
    },
    execute: (statement) => store.platformTx((db) => db.execute(statement)),
    restart: async () => {
      await provider.stop()
      provider = await startIdentityProvider(settings)
    },
    [Symbol.asyncDispose]: async () => {
      await provider.stop()
      await logout.stop()
      await store.close()
      await database.drop()
    },
  }
}
