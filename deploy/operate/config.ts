import { AuditEnvironment } from '@portal/master-admin-service/config'
import { readConfig } from '@portal/service-kit/config'
import { z } from 'zod'

/** As the service reads them. What is missing is found in the local portal's data folder. */
const OperateEnvironment = AuditEnvironment.partial().extend({
  DATABASE_APP_URL: z.url().optional(),
  DATABASE_PLATFORM_URL: z.url().optional(),
  REMOTES_DIRECTORY: z.string().min(1).optional(),
})
export type OperateEnvironment = z.infer<typeof OperateEnvironment>

/** Throws ConfigError. */
export function readOperateEnvironment(): OperateEnvironment {
  return readConfig(OperateEnvironment, process.env)
}
