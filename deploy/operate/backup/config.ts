import { proxiedServices } from '@portal/contracts/services'
import { readConfig } from '@portal/service-kit/config'
import { z } from 'zod'
import { type ProcessName, processNames } from '../../standalone/topology.ts'

const Urls = z.object({ owner: z.url(), app: z.url(), platform: z.url() })

/** All but the identity provider, which may be another's. */
const requiredParts: readonly ProcessName[] = [...proxiedServices, 'gateway']
const partNames = new Set<string>(processNames)

const Databases = z
  .string()
  .transform((text, context) => {
    try {
      return z.record(z.string(), Urls).parse(JSON.parse(text))
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be {"team":{"owner":"postgres://…","app":…,"platform":…},…}',
      })
      return z.NEVER
    }
  })
  .superRefine((databases, context) => {
    const unknown = Object.keys(databases).filter((name) => !partNames.has(name))
    const missing = requiredParts.filter((name) => databases[name] === undefined)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (unknown.length > 0) refuse(`no part of this portal is named ${unknown.join(', ')}`)
    if (missing.length > 0) refuse(`the database of ${missing.join(', ')} is missing`)
  })

/** Where the stores of a portal are that does not run from a data folder. */
const BackupEnvironment = z.object({
  /** The three logins of each part's database, by part, as JSON. */
  BACKUP_DATABASES: Databases.optional(),
  BLOBS_URL: z.string().min(1).optional(),
  AUDIT_HEADS_URL: z.string().min(1).optional(),
  EVENTS_URL: z.string().min(1).optional(),
  /** Keycloak's login at its Postgres, where the accounts are. */
  KEYCLOAK_DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be postgres://<user>:<password>@<host>:<port>/<database>',
    })
    .optional(),
})
export type BackupEnvironment = z.infer<typeof BackupEnvironment>

/** Throws ConfigError. */
export function readBackupEnvironment(): BackupEnvironment {
  return readConfig(BackupEnvironment, process.env)
}
