import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { backupName } from './backup-manifest.ts'
import { BackupStore, listBackups } from './backup-store.ts'

/** What was deleted is in no backup after this time (R16). */
const keptMs = 30 * 86_400_000

/** Removes backups older than 30 days, whole or cut short; resolves to their number. */
export async function removeOldBackups(blobs: BlobStore, now: Date): Promise<number> {
  const oldest = backupName(new Date(now.getTime() - keptMs))
  const old = (await listBackups(blobs)).filter((name) => name < oldest)
  for (const name of old) await new BackupStore(blobs, name).remove()
  return old.length
}
