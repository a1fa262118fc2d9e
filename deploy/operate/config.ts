import { AuditEnvironment } from '@portal/master-admin-service/config'
import { readConfig } from '@portal/service-kit/config'
import { SecretKeys } from '@portal/service-kit/rotated-secrets'
import { z } from 'zod'

/** As the service reads them. What is missing is found in the local portal's data folder. */
const OperateEnvironment = AuditEnvironment.partial().extend({
  DATABASE_APP_URL: z.url().optional(),
  DATABASE_PLATFORM_URL: z.url().optional(),
  REMOTES_DIRECTORY: z.string().min(1).optional(),
  SHELL_DIRECTORY: z.string().min(1).optional(),
  /** For the links of previews, as the gateway has them. */
  GATEWAY_SECRET: SecretKeys.optional(),
  PUBLIC_ORIGIN: z.url().optional(),
  REMOTE_KEYS: z.string().default(''),
  /** A file with the private key (PEM) that signs what is published. */
  REMOTE_SIGNING_KEY: z.string().min(1).optional(),
})
export type OperateEnvironment = z.infer<typeof OperateEnvironment>

/** Throws ConfigError. */
export function readOperateEnvironment(): OperateEnvironment {
  return readConfig(OperateEnvironment, process.env)
}
