import {
  type RunningIdentityProvider,
  startIdentityProvider,
} from '@portal/adapters/identity-provider/start-identity-provider'
import { openMailer } from '@portal/adapters/mailer/open-mailer'
import { createLogger } from '@portal/service-kit/logger'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { readIdentityConfig } from './config.ts'

/** Starts the embedded identity provider on what its environment names. */
export async function startIdentity(environment: NodeJS.ProcessEnv): Promise<RunningIdentityProvider> {
  const { provider, logLevel, mailerUrl } = readIdentityConfig(environment)
  const mailer = await openMailer(mailerUrl)
  const log = createLogger({ service: 'identity', level: logLevel })
  return startIdentityProvider({ ...provider, mailer, log })
}

if (import.meta.main) await stopOnSignal(async () => startIdentity(process.env))
