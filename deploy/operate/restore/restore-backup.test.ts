import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EventEnvelope } from '@portal/contracts/events'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import { proxiedServices } from '@portal/contracts/services'
import { openHeadsUnderTest } from '@portal/master-admin-service/audit/audit-heads.fixture'
import { portsWith } from '@portal/master-admin-service/ports.fixture'
import { deletions, erasures } from '@portal/master-admin-service/schema'
import { service as masterAdmin } from '@portal/master-admin-service/service'
import { type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { startService } from '@portal/service-kit/start-service'
import { jobs } from '@portal/service-kit/tables'
import { openPassportOffice } from '@portal/testkit/passports'
import { openTemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { createEmptyDatabase, createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backupKeys } from '../backup/backup-manifest.ts'
import { BackupStore } from '../backup/backup-store.ts'
import { takeBackup } from '../backup/take-backup.ts'
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
    ...{ keycloak: null, blobs, heads: blobs, bus: events.bus },
  }
  await expect(restoreBackup(target, store, () => undefined)).rejects.toThrow(
    'This portal has a database team, and the backup has none.',
  )
})

/** Of a portal that has nothing but a Keycloak. */
async function openTarget(keycloak: string | null) {
  const { blobs, close } = await openTemporaryBlobs()
  onTestFinished(close)
  const events = await openTestEventBus()
  onTestFinished(events.close)
  const migrationsOf = () => Promise.reject(new Error('It has nothing to migrate.'))
  return { databases: new Map(), migrationsOf, keycloak, blobs, heads: blobs, bus: events.bus }
}

test('accounts are restored from a backup that has them, into a database without tables, before anything else is', async () => {
  const { store } = await openBackup()
  const manifest = await store.manifest()
  const { urls, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  const target = await openTarget(urls.owner)
  await expect(restoreBackup(target, store, () => undefined)).rejects.toThrow(
    'the backup has no accounts of Keycloak',
  )
  await store.finish({ ...manifest, files: 1, keycloak: { tables: [], before: [], after: [] } })
  const used = openDatabase({ urls: { app: urls.owner, platform: urls.owner }, name: 'keycloak' })
  onTestFinished(() => used.close())
  await used.platformTx((db) => db.execute('create table realm (id text)'))
  await expect(restoreBackup(target, store, () => undefined)).rejects.toThrow(
    "Keycloak's database has tables. Stop Keycloak and name an empty database",
  )
  await used.platformTx((db) => db.execute('drop table realm'))
  await expect(restoreBackup(target, store, () => undefined)).rejects.toThrow('of 1 blobs in files it has 0')
})

test('accounts that a backup has stay as they are where no database of them is named, and that is said', async () => {
  const { store } = await openBackup()
  const keycloak = { tables: [], before: ['no such statement'], after: [] }
  await store.finish({ ...(await store.manifest()), keycloak })
  const notes: string[] = []
  await expect(restoreBackup(await openTarget(null), store, (line) => notes.push(line))).rejects.toThrow(
    'This portal has no ledger of deletions.',
  )
  expect(notes).toContain("Keycloak's accounts stay as they are: KEYCLOAK_DATABASE_URL is not set.")
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

/** An empty database of master-admin. */
async function openLedger() {
  const { urls, drop } = await createTestDatabase(masterAdmin.migrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  return { urls, database }
}

async function openStore() {
  const { blobs, close } = await openTemporaryBlobs()
  onTestFinished(close)
  return blobs
}

/** A backup's copy of the ledger, restored into another database. */
async function restoreLedger(bus: EventBus, lost: DatabaseUrls, restored: DatabaseUrls): Promise<void> {
  const store = new BackupStore(await openStore(), '2026-11-29T18-00-00-000Z')
  const stores = { blobs: await openStore(), heads: await openStore(), bus, keycloak: null }
  const databases = new Map([['master-admin', lost.owner]])
  const installation = (async function* () {})()
  await takeBackup({ ...stores, databases, groups: [], installation }, store, () => undefined)
  const migrationsOf = async () => masterAdmin.migrations
  const target = { ...stores, databases: new Map([['master-admin', restored]]), migrationsOf }
  await restoreBackup(target, store, () => undefined)
}

async function startMasterAdmin(bus: EventBus, urls: DatabaseUrls): Promise<void> {
  const { heads, close } = await openHeadsUnderTest()
  onTestFinished(close)
  const service = await startService(masterAdmin, {
    ...{ urls, bus, version: 'test', passportKeys: (await openPassportOffice()).keys },
    ports: portsWith(heads),
    log: createLogger({ service: 'master-admin', level: 'silent' }),
    listen: { host: '127.0.0.1', port: 0 },
  })
  onTestFinished(() => service.stop())
}

test('what the restored ledger says was deleted or erased is requested again at the first start, once', async () => {
  const { bus, close } = await openTestEventBus()
  onTestFinished(close)
  const [lost, restored] = [await openLedger(), await openLedger()]
  await lost.database.platformTx(async (db) => {
    const ofHalden = { deletedOrganizationId: 7, organizationName: 'Halden', requestedBy: 'operator' }
    const ofNorthwind = { deletedOrganizationId: 8, organizationName: 'Northwind', requestedBy: 'operator' }
    await db.insert(deletions).values([{ ...ofHalden, finishedAt: new Date() }, ofNorthwind])
    await db.insert(erasures).values({ userId: 'ada', organizationIds: [9], requestedBy: 'operator' })
  })
  await restoreLedger(bus, lost.urls, restored.urls)

  const { deletionRequested, erasureRequested } = masterAdminEvents
  const requested: string[] = []
  const note = ({ type, subject }: EventEnvelope) => {
    if (type === deletionRequested.type || type === erasureRequested.type)
      requested.push(`${type} ${subject}`)
  }
  await bus.tail({ topics: ['master-admin'], handle: note })
  await startMasterAdmin(bus, restored.urls)
  const all = [`${deletionRequested.type} 7`, `${deletionRequested.type} 8`, `${erasureRequested.type} ada`]
  await vi.waitFor(() => expect(requested.toSorted()).toEqual(all), { timeout: 30_000 })
  const left = () => restored.database.platformTx((db) => db.$count(jobs, eq(jobs.kind, 'republish')))
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 30_000 })
  expect(requested).toHaveLength(all.length)
}, 90_000)
