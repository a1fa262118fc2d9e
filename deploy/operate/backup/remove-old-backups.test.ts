import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { expect, onTestFinished, test } from 'vitest'
import { backupKeys, backupName } from './backup-manifest.ts'
import { BackupStore, listBackups } from './backup-store.ts'
import { removeOldBackups } from './remove-old-backups.ts'

test('backups older than 30 days are removed, also those that were cut short, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'old-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const blobs = await openBlobStore(`file:${folder}`)
  const now = new Date('2026-11-23T18:00:00.000Z')
  const daysAgo = (days: number) => backupName(new Date(now.getTime() - days * 86_400_000))
  for (const days of [1, 29, 31, 400])
    await new BackupStore(blobs, daysAgo(days)).put(backupKeys.events, Buffer.from('[]'))
  await blobs.put('org/1/a-file-of-somebody-else', Buffer.from('text'))

  expect(await removeOldBackups(blobs, now)).toBe(2)
  expect(await listBackups(blobs)).toEqual([daysAgo(29), daysAgo(1)])
  expect(await blobs.get('org/1/a-file-of-somebody-else')).not.toBeNull()
})
