import { AuditEnvironment } from '@portal/master-admin-service/config'
import { readConfig } from '@portal/service-kit/config'
import { z } from 'zod'

/** Length of the drill's trail: short by default; `AUDIT_ENTRIES=100000` is the full drill. */
export const drillEntries = Number(process.env.AUDIT_ENTRIES ?? 3000)

/** Overrides for what is otherwise read from the local portal's data folder. */
const VerifyEnvironment = AuditEnvironment.partial().extend({ DATABASE_PLATFORM_URL: z.url().optional() })

/** Throws ConfigError. */
export function readVerifyEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<typeof VerifyEnvironment> {
  return readConfig(VerifyEnvironment, environment)
}
