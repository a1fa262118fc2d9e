import { startIdentityProvider } from '@portal/adapters/identity-provider/start-identity-provider'
import { createLogger } from '@portal/service-kit/logger'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { readIdentityConfig } from './config.ts'

const config = readIdentityConfig(process.env)
const log = createLogger({ service: 'identity', level: config.logLevel })
const provider = await startIdentityProvider({ ...config.provider, log })
log.info({ url: provider.url }, 'serving')
stopOnSignal(provider, log)
