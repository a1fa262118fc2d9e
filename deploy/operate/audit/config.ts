import { AuditEnvironment } from '@portal/master-admin-service/config'
import { readConfig } from '@portal/service-kit/config'
import { z } from 'zod'

/** How many entries the drill's trail has: short with all tests; `AUDIT_ENTRIES=100000` is the whole form. */
export const drillEntries = Number(process.env.AUDIT_ENTRIES ?? 3000)

/** What verification is told where it cannot find it beside a portal that runs on this machine; each by itself. */
const VerifyEnvironment = AuditEnvironment.partial().extend({ DATABASE_PLATFORM_URL: z.url().optional() })

/** Reads it from environment variables. Throws ConfigError. */
export function readVerifyEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<typeof VerifyEnvironment> {
  return readConfig(VerifyEnvironment, environment)
}
