import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { MarketingEnvironment, siteContent } from './config.ts'
import { createPageRenderer } from './rendering/page-renderer.ts'
import { service as marketing } from './service.ts'

/** Starts marketing with the content that its environment configures. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(MarketingEnvironment, environment)
  const platform = await openServicePlatform(config, marketing.name)
  const content = siteContent(config)
  const ports = { content, renderer: createPageRenderer(config.REMOTES_DIRECTORY, content) }
  const service = await startService(marketing, { ...platform, ports })
  return closingEngines(service, [platform.bus])
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
