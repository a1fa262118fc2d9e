import { readConfig } from '@portal/service-kit/config'
import { z } from 'zod'

const Urls = z.object({ owner: z.url(), app: z.url(), platform: z.url() })

const Databases = z.string().transform((text, context) => {
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

/** Where the stores of a portal are that does not run from a data folder. */
const BackupEnvironment = z.object({
  /** The three logins of each part's database, by part, as JSON. */
  BACKUP_DATABASES: Databases.optional(),
  BLOBS_URL: z.string().min(1).optional(),
  AUDIT_HEADS_URL: z.string().min(1).optional(),
  EVENTS_URL: z.string().min(1).optional(),
})
export type BackupEnvironment = z.infer<typeof BackupEnvironment>

/** Throws ConfigError. */
export function readBackupEnvironment(): BackupEnvironment {
  return readConfig(BackupEnvironment, process.env)
}
