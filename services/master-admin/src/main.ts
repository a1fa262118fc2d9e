import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { auditKeys, HeadStore } from './audit/head-store.ts'
import { httpTeamCommands } from './commands/http-team-commands.ts'
import { MasterAdminEnvironment } from './config.ts'
import { service as masterAdmin } from './service.ts'

/** Starts master-admin on the engines that its environment names. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(MasterAdminEnvironment, environment)
  const platform = await openServicePlatform(config, masterAdmin.name)
  const keys = auditKeys(...config.AUDIT_SECRET)
  const auditHeads = new HeadStore(await openBlobStore(config.AUDIT_HEADS_URL), keys)
  const team = httpTeamCommands(config.TEAM_URL)
  const ports = { auditHeads, team, protectedAccounts: config.PORTAL_PROTECTED_ACCOUNTS }
  const service = await startService(masterAdmin, { ...platform, ports })
  return closingEngines(service, [platform.bus])
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
