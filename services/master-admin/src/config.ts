import { LoginNames, ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

const Secret = z
  .string()
  .refine((value) => Buffer.from(value, 'base64').length === 32, { error: 'must be 32 bytes in base64' })

/** What keeping and checking the heads of the audit trail needs. */
export const AuditEnvironment = z.object({
  /** Where heads are kept, as a file store's address: not where the database's administrator writes. */
  AUDIT_HEADS_URL: z.string().min(1),
  /** 32 bytes in base64, the Ed25519 private key of the heads: for the service and whoever verifies, not for the database's administrator. */
  AUDIT_SECRET: Secret,
})

/** The environment of master-admin. `PORTAL_PROTECTED_ACCOUNTS` is what team reads, too. */
export const MasterAdminEnvironment = ServiceEnvironment.extend(AuditEnvironment.shape).extend({
  TEAM_URL: z.url(),
  PORTAL_PROTECTED_ACCOUNTS: LoginNames.prefault('operator'),
})
