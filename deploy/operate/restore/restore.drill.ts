import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@portal/adapters/embedded-postgres/embedded-postgres'
import { auditApi } from '@portal/contracts/audit'
import { chatApi } from '@portal/contracts/chat'
import { type Client, createClient, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { indexDocument } from '@portal/documents-service/ingestion/index-document'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import { type PortalProcess, startPortalProcess } from '@portal/testkit/portal-process'
import { signIn } from '@portal/testkit/sign-in'
import { blobsOf, type Contents, inDatabase, tablesOf } from '@portal/testkit/store-contents'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { copyDemo } from '../../seed/demo-folder.fixture.ts'
import { postgresFolder, removeDataFolder } from '../../standalone/data-folder.ts'
import { databaseName, processNames } from '../../standalone/topology.ts'

// Backs up a portal while people write, loses it, and restores it elsewhere with the commands.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const bootstrap = fileURLToPath(new URL('../../../tools/bootstrap/run.mjs', import.meta.url))
const mark = randomBytes(6).toString('hex')
const folderNamed = (name: string) => join(tmpdir(), `portal-${name}-${mark}`)
const before = folderNamed('lost')
const after = folderNamed('restored')
const copy = folderNamed('copy')
const backups = folderNamed('backups')
const question = 'How many days a week may I work from home?'
let portal: PortalProcess

beforeAll(async () => {
  await copyDemo(before)
  portal = await startPortalProcess({ command: 'start', dataFolder: before })
})
afterAll(async () => {
  await portal.interrupt()
  for (const folder of [before, after, copy]) await removeDataFolder(folder, () => undefined)
  await rm(backups, { recursive: true, force: true })
})

async function run(command: string, dataFolder: string, backup: string | null = null): Promise<string> {
  const args = [bootstrap, command, backups, ...(backup === null ? [] : [backup]), '--data', dataFolder]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

async function enter(username: string): Promise<Client> {
  const password = portal.logins.find((login) => login.username === username)?.password ?? ''
  return createClient({ fetch: await signIn({ address: portal.address, username, password }) })
}

function upload(client: Client, subject: string) {
  return client.call(documentsApi.uploadDocument, {
    form: { title: `Rule of ${subject}` },
    file: new Blob([`Rule of ${subject}\n\n1. Scope\n\nThe rule of ${subject} holds in every office.\n`]),
    fileName: `${subject}.txt`,
  })
}

/** That an upload was refused for now, and not taken. Throws what else went wrong. */
function refusedForNow(error: unknown): false {
  if (error instanceof RequestError && error.status >= 503) return false
  throw error
}

/** That a backup was refused because events wait. */
function isToBeHandled(error: unknown): boolean {
  return error instanceof Error && /events to handle, and a backup would lose them/.test(error.message)
}

const ownerOf = (adminUrl: string, part: string) =>
  databaseUrls(adminUrl, { database: databaseName(part), roles: databaseName(part) }).owner

/** Every table, file and signed head of a portal of which only Postgres runs. */
async function contentOf(dataFolder: string, adminUrl: string): Promise<Contents> {
  const tables = await Promise.all(
    processNames.map((part) => tablesOf(databaseName(part), ownerOf(adminUrl, part))),
  )
  const stores = ['files', 'audit-heads'].map((store) => blobsOf(`file:${join(dataFolder, store)}`))
  return Object.assign({}, ...tables, ...(await Promise.all(stores)))
}

/** Until the restored portal has filled its index; each document in it is an event. */
async function untilIndexed(adminUrl: string): Promise<void> {
  await vi.waitFor(
    () =>
      inDatabase(ownerOf(adminUrl, 'documents'), async (rows) =>
        expect(await rows(sql`select subject from jobs where kind = ${indexDocument.kind}`)).toEqual([]),
      ),
    { timeout: 120_000, interval: 1000 },
  )
}

/** Until the demo's people have asked the restored portal, too: their answers are events. */
async function untilAsked(): Promise<void> {
  const isThere = () => access(join(after, 'demo-questions.json'))
  await vi.waitFor(isThere, { timeout: 120_000, interval: 500 })
}

/** Runs Postgres alone on a data folder. */
async function withPostgres<T>(
  dataFolder: string,
  use: (dataFolder: string, adminUrl: string) => Promise<T>,
): Promise<T> {
  const running = await startEmbeddedPostgres({
    dataFolder: postgresFolder(dataFolder),
    log: () => undefined,
  })
  try {
    return await use(dataFolder, running.adminUrl)
  } finally {
    await running.stop()
  }
}

/** Backs the restored portal up where nothing can change any more. */
async function backUpStopped(): Promise<{ readonly content: Contents; readonly name: string }> {
  await untilIndexed(await findEmbeddedPostgres(postgresFolder(after)))
  await untilAsked()
  // Returns when every event is handled; a portal that is stopped handles none.
  await run('backup', after)
  await portal.interrupt()
  return withPostgres(after, async (dataFolder, adminUrl) => {
    const [name = ''] = /\d{4}-\S+Z/.exec(await run('backup', dataFolder)) ?? []
    return { content: await contentOf(dataFolder, adminUrl), name }
  }).catch(async (error) => {
    // What was published while it stopped is handled once it runs again, as the sentence says.
    if (!isToBeHandled(error)) throw error
    portal = await startPortalProcess({ command: 'start', dataFolder: after })
    return backUpStopped()
  })
}

it('a portal that is lost comes back as it was when it was backed up, while people were writing', async () => {
  const newcomer = await enter('noor')
  await newcomer.call(teamApi.createOrganization, { body: { name: 'Northwind' } })
  await upload(newcomer, `harbours ${mark}`)
  const admin = await enter('ingrid')
  const acknowledged: string[] = []
  const writing = new AbortController()
  const writer = (async () => {
    // Fewer than a person may upload in a day.
    for (let at = 0; at < 30 && !writing.signal.aborted; at += 1) {
      // A busy portal may give up on one, which is then not acknowledged.
      const isTaken = await upload(admin, `lantern ${at} ${mark}`).then(() => true, refusedForNow)
      if (isTaken) acknowledged.push(`Rule of lantern ${at} ${mark}`)
    }
  })()
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(2), { timeout: 60_000 })
  const first = [...acknowledged]
  expect(await run('backup', before)).toMatch(/The backup \S+ holds \d+ rows and \d+ files\./)
  writing.abort()
  await writer
  await portal.kill()

  expect(await run('restore', after)).toContain('The portal is restored')
  portal = await startPortalProcess({ command: 'start', dataFolder: after })
  // A busy machine may ask people to try again in a moment.
  const again = await vi.waitFor(() => enter('ingrid'), { timeout: 60_000, interval: 1000 })
  const titles = (await again.call(documentsApi.listDocuments, { query: {} })).map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(first))
  const others = await (await enter('noor')).call(documentsApi.listDocuments, { query: {} })
  expect(others.map(({ title }) => title)).toContain(`Rule of harbours ${mark}`)
  const operator = await enter('operator')
  expect(await operator.call(auditApi.verifyPlatformAudit, {})).toMatchObject({ firstBad: null })
  // The index is made anew, beside everything else that a busy machine has to do.
  await vi.waitFor(
    async () => {
      const { citations } = await again.call(chatApi.ask, { body: { question } })
      expect(citations.map(({ quote }) => quote).join()).toContain('at most three days a week')
    },
    { timeout: 180_000, interval: 2000 },
  )
})

it('every row, file and signed head of every organization is in a backup, and its restore refuses what would spoil it', async () => {
  const { content, name } = await backUpStopped()
  await expect(run('restore', after)).rejects.toMatchObject({
    stderr: expect.stringContaining('There is a portal in'),
  })
  await run('restore', copy, name)
  // Beside what it had, the restored portal is to repeat the deletions of its ledger.
  const repeats = { [`${databaseName('master-admin')}.jobs`]: expect.stringMatching(/^1 /) }
  expect(await withPostgres(copy, contentOf)).toEqual({ ...content, ...repeats })
  expect(content['documents.passages']).not.toMatch(/^0 /)
  expect(content['team.organizations']).toMatch(/^2 /)
  const of = (prefix: string) => Object.keys(content).filter((key) => key.startsWith(prefix))
  for (const organization of [1, 2]) expect(of(`org/${organization}/`)).not.toEqual([])
  expect(of('audit-heads/').length).toBeGreaterThan(2)

  await removeDataFolder(copy, () => undefined)
  await rm(join(backups, 'blobs', name, 'databases', 'team', 'public.memberships'), { recursive: true })
  await expect(run('restore', copy, name)).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /The backup \S+ is damaged: databases\/team\/public.memberships\/000000 is missing/,
    ),
  })
})
