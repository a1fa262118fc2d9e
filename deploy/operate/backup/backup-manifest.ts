import { DatabaseCopy, ForeignCopy, type TableCopy } from '@portal/service-kit/backup/database-copy'
import { z } from 'zod'

/** What a backup holds. Written last: a backup without it was cut short. */
export const BackupManifest = z.object({
  format: z.literal(1),
  /** When the databases were read; what was written later is not in the backup. */
  at: z.iso.datetime(),
  databases: z.record(z.string(), DatabaseCopy),
  /** Keycloak's database, if the backup was given its address. */
  keycloak: ForeignCopy.optional(),
  files: z.number().int(),
  heads: z.number().int(),
  events: z.number().int(),
  /** Files of a local portal's data folder; none of a portal on a cluster. */
  installation: z.array(z.string()),
})
export type BackupManifest = z.infer<typeof BackupManifest>

/** Keys of a backup's blobs, below its name. */
export const backupKeys = {
  manifest: 'manifest.json',
  events: 'events',
  files: 'files',
  heads: 'heads',
  installation: 'installation',
  part: (database: string, { schema, name }: Pick<TableCopy, 'schema' | 'name'>, part: number): string =>
    `databases/${database}/${schema}.${name}/${String(part).padStart(6, '0')}`,
}

/** The name of a backup of this time, which sorts by it. */
export function backupName(at: Date): string {
  return at.toISOString().replaceAll(':', '-').replace('.', '-')
}
