import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { MasterAdminEnvironment } from './config.ts'
import { masterAdmin } from './service.ts'

/** Starts master-admin on the engines that its environment names. */
export async function startMasterAdmin(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(MasterAdminEnvironment, environment)
  const platform = openServicePlatform(config, masterAdmin.name)
  const service = await startService(masterAdmin, { ...platform, ports: {} })
  return closingEngines(service, [platform.bus])
}

if (import.meta.main) await stopOnSignal(() => startMasterAdmin(process.env))
