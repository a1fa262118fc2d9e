import { LoginNames, ServiceEnvironment } from '@portal/service-kit/config'
import { SecretKeys } from '@portal/service-kit/rotated-secrets'
import { z } from 'zod'

/** Environment for storing and verifying the audit trail's heads. */
export const AuditEnvironment = z.object({
  /** Blob store of the heads, out of reach of the database's administrator. */
  AUDIT_HEADS_URL: z.string().min(1),
  /** The heads' Ed25519 private key, 32 bytes in base64; not for the database's administrator. */
  AUDIT_SECRET: SecretKeys,
})

/** Environment of master-admin. Team reads the same `PORTAL_PROTECTED_ACCOUNTS`. */
export const MasterAdminEnvironment = ServiceEnvironment.extend(AuditEnvironment.shape).extend({
  TEAM_URL: z.url(),
  PORTAL_PROTECTED_ACCOUNTS: LoginNames.prefault('operator'),
})
