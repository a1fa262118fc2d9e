import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import { makeDataFolder, postgresFolder } from '../../standalone/data-folder.ts'
import { loadMigrations } from '../../standalone/load-part.ts'
import { databaseName, databaseNames, processNames } from '../../standalone/topology.ts'
import { backupKeys } from '../backup/backup-manifest.ts'
import { BackupStore, newestBackup } from '../backup/backup-store.ts'
import { type BackupEnvironment, readBackupEnvironment } from '../backup/config.ts'
import { findStores, type Stores } from '../backup/installation.ts'
import { storeUrl } from '../backup/store-url.ts'
import { operate } from '../operate.ts'
import { findAccounts } from './restore-accounts.ts'
import { restoreBackup } from './restore-backup.ts'

const note = (line: string) => console.log(line)
const noteCutShort = (name: string) =>
  note(`The backup ${name} was cut short, so that an older one is taken.`)

const usage = 'npm run restore -- <folder or s3://…> [<backup>] [--only keycloak]'

// `npm run restore -- <folder or s3://…> [<backup>]`: the newest or a named backup, into an empty
// data folder, or into the stores that the environment names as for `npm run backup`. With `--only
// keycloak` of a portal that has lost nothing else.
await operate(
  async ({ words: [from, name], values: { only }, dataFolder }) => {
    const environment = readBackupEnvironment()
    if (only !== undefined && only !== 'keycloak')
      throw new Error(`Only keycloak can be restored alone: ${usage}`)
    const source = await openBlobStore(storeUrl(from, usage))
    const store =
      name === undefined ? await newestBackup(source, noteCutShort) : new BackupStore(source, name)
    if (store === null) throw new Error(`There is no whole backup in ${from}.`)
    const { at } = await store.manifest()
    if (only !== undefined) {
      await restoreKeycloakAlone(store, environment)
      return `The accounts are restored as they were at ${at}. Start Keycloak, and invite again whoever came later.`
    }
    await (environment.BACKUP_DATABASES === undefined
      ? restoreLocally(store, environment, dataFolder)
      : restoreInto(findStores(environment, { dataFolder, adminUrl: null }), store))
    return [
      `The portal is restored as it was at ${at}. Start it: its search index fills itself, and deletions and`,
      'erasures that were requested until then are repeated. Later ones are undone, and the backup names none:',
      '"Backup and restore" in docs/operate.md says how to find and repeat them.',
    ].join(' ')
  },
  ['only'],
)

async function restoreKeycloakAlone(store: BackupStore, environment: BackupEnvironment): Promise<void> {
  const { KEYCLOAK_DATABASE_URL: url } = environment
  if (url === undefined) throw new Error("KEYCLOAK_DATABASE_URL is missing: it names Keycloak's database.")
  const restoreAccounts = await findAccounts(url, store, await store.manifest())
  await restoreAccounts()
}

async function restoreLocally(
  store: BackupStore,
  environment: BackupEnvironment,
  dataFolder: string,
): Promise<void> {
  await assertUnused(dataFolder)
  await makeDataFolder(dataFolder)
  const postgres = await startEmbeddedPostgres({ dataFolder: postgresFolder(dataFolder), log: note })
  try {
    for (const database of databaseNames) await provisionDatabase(postgres.adminUrl, databaseName(database))
    await restoreInto(findStores(environment, { dataFolder, adminUrl: postgres.adminUrl }), store)
  } finally {
    await postgres.stop()
  }
  const { installation } = await store.manifest()
  for (const [at, path] of installation.entries()) {
    const file = join(dataFolder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, await store.get(`${backupKeys.installation}/${at}`), { mode: 0o600, flush: true })
  }
}

async function assertUnused(dataFolder: string): Promise<void> {
  const isUsed = await access(join(dataFolder, 'secrets.json')).then(
    () => true,
    () => false,
  )
  if (isUsed) throw new Error(`There is a portal in ${dataFolder}: name an empty folder with --data.`)
}

async function restoreInto(stores: Stores, store: BackupStore): Promise<void> {
  const log = createLogger({ service: 'restore', level: 'warn' })
  const bus = await openEventBus(stores.events, { name: 'restore', log })
  try {
    await restoreBackup(
      {
        databases: stores.databases,
        keycloak: stores.keycloak,
        migrationsOf: (database) => loadMigrations(partNamed(database)),
        blobs: await openBlobStore(stores.blobs),
        heads: await openBlobStore(stores.heads),
        bus,
      },
      store,
      note,
    )
  } finally {
    await bus.close()
  }
}

function partNamed(database: string): (typeof processNames)[number] {
  const found = processNames.find((name) => name === database)
  if (!found) throw new Error(`The backup has a database ${database}, which no part of this portal has.`)
  return found
}
