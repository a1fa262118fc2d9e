import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { proxiedServices } from '@portal/contracts/services'
import { openTemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { expect, onTestFinished, test } from 'vitest'
import { backupKeys } from '../backup/backup-manifest.ts'
import { BackupStore } from '../backup/backup-store.ts'
import { restoreBackup } from './restore-backup.ts'

const nobody = 'postgres://nobody@127.0.0.1:1/none'
const urls = { owner: nobody, app: nobody, platform: nobody }

/** A whole backup of a portal without parts. */
async function openBackup() {
  const { blobs, folder, close } = await openTemporaryBlobs()
  onTestFinished(close)
  const store = new BackupStore(blobs, '2026-11-29T18-00-00-000Z')
  await store.put(backupKeys.events, Buffer.from('[]'))
  await store.finish({
    ...{ format: 1, at: '2026-11-29T18:00:00.000Z', databases: {}, installation: [] },
    ...{ files: 0, heads: 0, events: 0 },
  })
  return { blobs, folder, store }
}

test('a backup that lacks a part of the portal is refused', async () => {
  const { blobs, store } = await openBackup()
  const events = await openTestEventBus()
  onTestFinished(events.close)
  const target = {
    databases: new Map([['team', urls]]),
    migrationsOf: () => Promise.reject(new Error('It has nothing to migrate.')),
    ...{ blobs, heads: blobs, bus: events.bus },
  }
  await expect(restoreBackup(target, store, () => undefined)).rejects.toThrow(
    'This portal has a database team, and the backup has none.',
  )
})

test('a restore that names no backup passes over one that was cut short, and says so', async () => {
  const { blobs, folder } = await openBackup()
  await new BackupStore(blobs, '2026-11-29T19-00-00-000Z').put(backupKeys.events, Buffer.from('[]'))
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', main, folder, '--data', '/no/such/folder']
  const parts = ['gateway', ...proxiedServices].map((part) => [part, urls])
  const env = {
    BACKUP_DATABASES: JSON.stringify(Object.fromEntries(parts)),
    ...{ BLOBS_URL: `file:${folder}`, AUDIT_HEADS_URL: `file:${folder}`, EVENTS_URL: `log:${nobody}` },
  }
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    stdout: 'The backup 2026-11-29T19-00-00-000Z was cut short, so that an older one is taken.\n',
    stderr: expect.stringMatching(/^This portal has a database \w+, and the backup has none\.\n$/),
  })
})
