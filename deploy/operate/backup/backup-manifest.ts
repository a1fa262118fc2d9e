import { z } from 'zod'

/** A table's rows, kept in `parts` blobs of gzipped `COPY` text, in the order of `columns`. */
const TableCopy = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  parts: z.number().int(),
})
export type TableCopy = z.infer<typeof TableCopy>

const SequenceCopy = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
export type SequenceCopy = z.infer<typeof SequenceCopy>

/** One database as it was at one moment. `migrations` are the hashes of those it had. */
const DatabaseCopy = z.object({
  migrations: z.array(z.string()),
  tables: z.array(TableCopy),
  sequences: z.array(SequenceCopy),
})
export type DatabaseCopy = z.infer<typeof DatabaseCopy>

/** What a backup holds. Written last: a backup without it was cut short. */
export const BackupManifest = z.object({
  format: z.literal(1),
  /** When the databases were read; what was written later is not in the backup. */
  at: z.iso.datetime(),
  databases: z.record(z.string(), DatabaseCopy),
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
