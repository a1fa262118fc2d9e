import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { createLogger } from '@portal/service-kit/logger'
import { consumerGroups } from '../operable-services.ts'
import { operate } from '../operate.ts'
import { backupName } from './backup-manifest.ts'
import { BackupStore } from './backup-store.ts'
import { readBackupEnvironment } from './config.ts'
import { findAdminUrl, findStores, installationFiles } from './installation.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { storeUrl } from './store-url.ts'
import { rowsIn, takeBackup } from './take-backup.ts'

// `npm run backup -- <folder or s3://…>`: of the local portal, or of the one that BACKUP_DATABASES,
// BLOBS_URL, AUDIT_HEADS_URL and EVENTS_URL describe, with the accounts of the Keycloak of
// KEYCLOAK_DATABASE_URL. It serves meanwhile.
await operate(async ({ words, dataFolder }) => {
  const target = storeUrl(words[0], 'npm run backup -- <folder or s3://…>')
  const environment = readBackupEnvironment()
  const adminUrl = await findAdminUrl(environment, dataFolder)
  const stores = findStores(environment, { dataFolder, adminUrl })
  const kept = await openBlobStore(target)
  const log = createLogger({ service: 'backup', level: 'warn' })
  const bus = await openEventBus(stores.events, { name: 'backup', log })
  try {
    const store = new BackupStore(kept, backupName(new Date()))
    const manifest = await takeBackup(
      {
        databases: new Map([...stores.databases].map(([name, { owner }]) => [name, owner])),
        keycloak: stores.keycloak,
        blobs: await openBlobStore(stores.blobs),
        heads: await openBlobStore(stores.heads),
        ...{ bus, groups: await consumerGroups() },
        installation: adminUrl === null ? nothing() : installationFiles(dataFolder),
      },
      store,
      (line) => console.log(line),
    )
    const removed = await removeOldBackups(kept, new Date())
    const rows = Object.values(manifest.databases).reduce((sum, copy) => sum + rowsIn(copy), 0)
    const old = removed === 0 ? '' : ` ${removed} backups older than 30 days are removed.`
    const hasAccounts = stores.keycloak !== null || stores.databases.has('identity')
    const without = hasAccounts ? '' : ' It holds no accounts, since KEYCLOAK_DATABASE_URL is not set.'
    return `The backup ${store.name} holds ${rows} rows and ${manifest.files} files.${without}${old}`
  } finally {
    await bus.close()
  }
})

async function* nothing(): AsyncIterable<[string, Uint8Array]> {}
