import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { TemplateNameEnvironment } from './config.ts'
import { service as templateName } from './service.ts'

/** Starts template-name on the engines that its environment names. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(TemplateNameEnvironment, environment)
  const platform = await openServicePlatform(config, templateName.name)
  const service = await startService(templateName, { ...platform, ports: {} })
  return closingEngines(service, [platform.bus])
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
