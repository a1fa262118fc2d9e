import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { openTemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { expect, onTestFinished, test } from 'vitest'
import { type BackupManifest, backupKeys, backupName } from './backup-manifest.ts'
import { BackupStore, listBackups, newestBackup } from './backup-store.ts'
import { removeOldBackups } from './remove-old-backups.ts'

const emptyBackup: BackupManifest = {
  ...{ format: 1, at: '2026-11-23T18:00:00.000Z', databases: {}, installation: [] },
  ...{ files: 0, heads: 0, events: 0 },
}

async function openFolder(): Promise<BlobStore> {
  const { blobs, close } = await openTemporaryBlobs()
  onTestFinished(close)
  return blobs
}

test('backups older than 30 days are removed, also those that were cut short, and nothing else', async () => {
  const blobs = await openFolder()
  const now = new Date('2026-11-23T18:00:00.000Z')
  const daysAgo = (days: number) => backupName(new Date(now.getTime() - days * 86_400_000))
  for (const days of [1, 29, 31, 400])
    await new BackupStore(blobs, daysAgo(days)).put(backupKeys.events, Buffer.from('[]'))
  await blobs.put('org/1/a-file-of-somebody-else', Buffer.from('text'))

  expect(await removeOldBackups(blobs, now)).toBe(2)
  expect(await listBackups(blobs)).toEqual([daysAgo(29), daysAgo(1)])
  expect(await blobs.get('org/1/a-file-of-somebody-else')).not.toBeNull()
})

test('the newest backup is the newest whole one; those that were cut short after it are named', async () => {
  const blobs = await openFolder()
  const [first, second, third, fourth] = [1, 2, 3, 4].map((hour) => backupName(new Date(hour * 3_600_000)))
  for (const name of [first, second, third, fourth])
    await new BackupStore(blobs, String(name)).put(backupKeys.events, Buffer.from('[]'))
  const skipped: string[] = []
  expect(await newestBackup(blobs, (name) => skipped.push(name))).toBeNull()
  expect(skipped).toEqual([fourth, third, second, first])
  for (const name of [first, second]) await new BackupStore(blobs, String(name)).finish(emptyBackup)
  skipped.length = 0
  expect(await newestBackup(blobs, (name) => skipped.push(name))).toMatchObject({ name: second })
  expect(skipped).toEqual([fourth, third])
})
