import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readDatabaseUrl, useDatabase } from '@portal/deploy/engines/keycloak/keycloak'
import { BackupStore } from '@portal/deploy/operate/backup/backup-store'
import { takeBackup } from '@portal/deploy/operate/backup/take-backup'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { disturb } from '@portal/testkit/engines'
import { openTemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { type PortalOnKeycloak, personOf, startPortalOnKeycloak } from './portal-on-keycloak.fixture.ts'

/** A freshly started Keycloak is slow for a while. */
const afterRestart = { timeout: 120_000, interval: 500 }
const restoreCommand = fileURLToPath(import.meta.resolve('@portal/deploy/operate/restore/main'))
let portal: PortalOnKeycloak

beforeAll(async () => {
  portal = await startPortalOnKeycloak()
})
afterAll(async () => {
  await disturb('keycloak', 'start')
  await portal[Symbol.asyncDispose]()
})

const folderOf = () => join(inject('engines').dataFolder, 'keycloak')

/** Of Keycloak's accounts alone: what the parts have is beside the point here. */
async function backUp() {
  const { blobs, folder, close } = await openTemporaryBlobs()
  onTestFinished(close)
  const { bus, close: closeBus } = await openTestEventBus()
  onTestFinished(closeBus)
  const installation = (async function* () {})()
  const empty = { databases: new Map(), heads: blobs, blobs, bus, groups: [], installation }
  const store = new BackupStore(blobs, '2026-11-29T18-00-00-000Z')
  await takeBackup({ ...empty, keycloak: await readDatabaseUrl(folderOf()) }, store, () => undefined)
  return { folder }
}

async function restore(folder: string, databaseUrl: string): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', restoreCommand, folder, '--only', 'keycloak']
  const env = { KEYCLOAK_DATABASE_URL: databaseUrl }
  return (await promisify(execFile)(process.execPath, args, { env })).stdout
}

/** Drops Keycloak's tables; resolves to the login of an empty database on the same Postgres. */
async function loseDatabase(): Promise<string> {
  const url = await readDatabaseUrl(folderOf())
  const database = openDatabase({ urls: { app: url, platform: url }, name: 'test' })
  try {
    await database.platformTx((db) => db.execute('drop schema public cascade'))
  } finally {
    await database.close()
  }
  return (await provisionDatabase(url, 'keycloak_restored')).owner
}

/** Keycloak lists sets in any order. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(inOneOrder).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inOneOrder(inner)]))
}

/** The realm with its people, clients and their secrets, roles, signing keys and rules. */
async function everything(subjects: readonly string[]) {
  const parts = ['', '/users?max=100', '/clients', '/roles', '/keys', '/authentication/required-actions']
  const ofPeople = subjects.flatMap((subject) =>
    ['role-mappings', 'credentials'].map((what) => `/users/${subject}/${what}`),
  )
  const read = async (path: string) => [path, inOneOrder(await portal.realm.console('GET', path))] as const
  return Object.fromEntries(await Promise.all([...parts, ...ofPeople].map(read)))
}

it('when Keycloak’s database is lost its realm comes back with the portal’s backup: the same people log in with the passwords of then', async () => {
  const ada = await portal.addPerson('ada')
  const person = await personOf(await portal.signIn('ada'))
  const invited = { username: 'grace', email: 'grace@halden.example', reference: 'invitation 7' }
  const grace = await portal.admin.createAccount(invited)
  await portal.admin.issueOneTimeLogin(grace.subject)
  const subjects = [ada.subject, grace.subject]
  const before = await everything(subjects)
  const { folder } = await backUp()
  await portal.admin.setPassword(ada.subject, 'eight-other-harbours')
  await portal.addPerson('late')

  await expect(restore(folder, await readDatabaseUrl(folderOf()))).rejects.toMatchObject({
    stderr: expect.stringMatching(/^Keycloak's database has tables\. Stop Keycloak/),
  })
  await disturb('keycloak', 'stop')
  const empty = await loseDatabase()
  expect(await restore(folder, empty)).toMatch(/^The accounts are restored as they were at \S+Z\./)
  await useDatabase(folderOf(), empty)
  await disturb('keycloak', 'start')

  await vi.waitFor(() => portal.admin.check(), afterRestart)
  expect(await everything(subjects)).toEqual(before)
  expect(await portal.admin.findSubject('late')).toBeNull()
  await expect(
    portal.elsewhere.signIn(portal.elsewhere.newBrowser(), {
      username: 'ada',
      password: 'eight-other-harbours',
    }),
  ).rejects.toThrow(/^Logging in ended at/)
  const again = await vi.waitFor(() => portal.signIn('ada'), afterRestart)
  expect(person).not.toBeNull()
  expect(await personOf(again)).toEqual(person)
})
