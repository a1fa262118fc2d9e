import { openMailer } from '@portal/adapters/mailer/open-mailer'
import { readConfig } from '@portal/service-kit/config'
import { createLogger } from '@portal/service-kit/logger'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { openTelemetry } from '@portal/telemetry/telemetry'
import { IdentityEnvironment } from './config.ts'
import { type RunningIdentityProvider, startIdentityProvider } from './service.ts'

/** Starts the embedded identity provider as its environment configures it. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningIdentityProvider> {
  const config = readConfig(IdentityEnvironment, environment)
  const host = config.LISTEN_HOST
  const telemetry = await openTelemetry({ service: 'identity', version: config.VERSION }, config)
  const { errors } = telemetry
  return startIdentityProvider({
    issuer: config.OIDC_ISSUER,
    databaseUrls: {
      owner: config.DATABASE_OWNER_URL,
      app: config.DATABASE_APP_URL,
      platform: config.DATABASE_PLATFORM_URL,
    },
    listen: { host, port: config.LISTEN_PORT },
    gatewaySecret: config.OIDC_CLIENT_SECRET[0],
    backchannelLogoutUri: config.BACKCHANNEL_LOGOUT_URL,
    admin: { listen: { host, port: config.ADMIN_PORT }, secret: config.ADMIN_SECRET },
    mailer: await openMailer(config.MAILER_URL),
    version: config.VERSION,
    telemetry,
    log: createLogger({
      ...{ service: 'identity', level: config.LOG_LEVEL },
      onError: (error) => errors.add(error),
    }),
  })
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
