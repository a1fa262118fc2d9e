import type { IdentityProviderOptions } from '@portal/adapters/identity-provider/start-identity-provider'
import { readConfig, ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

/** Variables of the identity provider's process. */
const IdentityEnvironment = ServiceEnvironment.omit({ GATEWAY_URL: true, EVENTS_URL: true }).extend({
  /** As browsers and tokens name the provider: the portal's public origin and /oidc. */
  OIDC_ISSUER: z.url(),
  /** Secret of the gateway's client, the same as the gateway's OIDC_CLIENT_SECRET. */
  OIDC_CLIENT_SECRET: z.string().min(32),
  /** The gateway's /api/backchannel-logout as seen from this process, under a host that it accepts. */
  BACKCHANNEL_LOGOUT_URL: z.url(),
  /** Where services manage accounts; the gateway must not know this port. */
  ADMIN_PORT: z.coerce.number().int().min(0).max(65_535),
  ADMIN_SECRET: z.string().min(32),
  /** In the form that `openMailer` takes; empty, no mail goes out. */
  MAILER_URL: z.string().default(''),
})

/** What the provider is started with, but for its logger and its mailer. */
export interface IdentityConfig {
  readonly provider: Omit<IdentityProviderOptions, 'log' | 'mailer'>
  readonly logLevel: string
  readonly mailerUrl: string
}

/** Reads the configuration from environment variables. Throws ConfigError naming every value that is missing or wrong. */
export function readIdentityConfig(
  environment: Readonly<Record<string, string | undefined>>,
): IdentityConfig {
  const env = readConfig(IdentityEnvironment, environment)
  return {
    logLevel: env.LOG_LEVEL,
    mailerUrl: env.MAILER_URL,
    provider: {
      issuer: env.OIDC_ISSUER,
      databaseUrls: {
        owner: env.DATABASE_OWNER_URL,
        app: env.DATABASE_APP_URL,
        platform: env.DATABASE_PLATFORM_URL,
        reader: env.DATABASE_READER_URL,
      },
      listen: { host: env.LISTEN_HOST, port: env.LISTEN_PORT },
      gatewaySecret: env.OIDC_CLIENT_SECRET,
      backchannelLogoutUri: env.BACKCHANNEL_LOGOUT_URL,
      admin: { listen: { host: env.LISTEN_HOST, port: env.ADMIN_PORT }, secret: env.ADMIN_SECRET },
      version: env.VERSION,
    },
  }
}
