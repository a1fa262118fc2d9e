import {
  type RunningIdentityProvider,
  startIdentityProvider,
} from '@portal/adapters/identity-provider/start-identity-provider'
import { createLogger } from '@portal/service-kit/logger'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { readIdentityConfig } from './config.ts'

/** Starts the embedded identity provider on what its environment names. */
export function startIdentity(environment: NodeJS.ProcessEnv): Promise<RunningIdentityProvider> {
  const { provider, logLevel } = readIdentityConfig(environment)
  return startIdentityProvider({ ...provider, log: createLogger({ service: 'identity', level: logLevel }) })
}

if (import.meta.main) await stopOnSignal(async () => startIdentity(process.env))
