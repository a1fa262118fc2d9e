import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { AnalyticsEnvironment } from './config.ts'
import { httpQuestionEncoder } from './grouping/http-question-encoder.ts'
import { service as analytics } from './service.ts'

/** Starts analytics on the engines that its environment names. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(AnalyticsEnvironment, environment)
  const platform = await openServicePlatform(config, analytics.name)
  const encoder = httpQuestionEncoder({
    gatewayUrl: config.GATEWAY_URL,
    secret: config.DELEGATION_SECRET[0],
    documentsUrl: config.DOCUMENTS_URL,
  })
  const service = await startService(analytics, { ...platform, ports: { encoder } })
  return closingEngines(service, [platform.bus])
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
