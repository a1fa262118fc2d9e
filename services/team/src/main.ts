import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { openMailer } from '@portal/adapters/mailer/open-mailer'
import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { TeamEnvironment } from './config.ts'
import { service as team } from './service.ts'

/** Starts team on the engines that its environment names. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(TeamEnvironment, environment)
  const platform = await openServicePlatform(config, team.name)
  const ports = {
    operators: config.PORTAL_OPERATORS,
    protectedAccounts: config.PORTAL_PROTECTED_ACCOUNTS,
    identities: openIdentityAdmin(config.IDENTITY_ADMIN_URL),
    mailer: await openMailer(config.MAILER_URL),
    digestHour: config.DIGEST_HOUR,
    invitations: { publicOrigin: config.PUBLIC_ORIGIN, secrets: config.INVITATION_SECRET },
  }
  const service = await startService(team, { ...platform, ports })
  return closingEngines(service, [platform.bus])
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
